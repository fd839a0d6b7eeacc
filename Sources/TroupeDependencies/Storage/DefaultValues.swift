import Synchronization

/// The values of dependencies that nothing overrides. Each is created once, when it is first read.
///
/// Looking up an existing value takes no lock. A table of entries only grows. When it is full, a larger table
/// replaces it, and the old table is kept for concurrent readers.
final class DefaultValues: @unchecked Sendable {
  /// The values of the process.
  static let process = DefaultValues()

  /// Whether the context of the process is `live`.
  static let isProcessLive = Atomic(DependencyContext.process == .live)

  private let table: Atomic<Unmanaged<Table>>
  private let contextBits: Atomic<UInt>
  private let lock = RecursiveLock()
  // Guarded by `lock`, which is why the class is `@unchecked Sendable`. `DependencyRaceTests` run it under
  // the thread sanitizer.
  private var tables: [Table]
  private var entries: [DependencyEntry] = []
  private var prepared: [DependencyEntry] = []

  init() {
    let first = Table(capacity: 64)
    tables = [first]
    table = Atomic(Unmanaged.passUnretained(first))
    contextBits = Atomic(DependencyContext.process.bits)
  }

  /// Creates an empty set of values, except for the prepared ones.
  convenience init(preparedIn other: DefaultValues) {
    self.init()
    context = other.context
    let prepared = other.lock.withLock { other.prepared }
    lock.withLock { insertPrepared(prepared) }
  }

  /// The context if none is set.
  var context: DependencyContext {
    get { DependencyContext(bits: contextBits.load(ordering: .relaxed)) }
    set {
      contextBits.store(newValue.bits, ordering: .relaxed)
      if self === DefaultValues.process { Self.isProcessLive.store(newValue == .live, ordering: .relaxed) }
    }
  }

  /// Returns the entry of a key, and creates it if it doesn't exist.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - context: The context.
  ///   - around: Calls the creation of the value, with the values that the creation reads.
  func entry<Key: TestDependencyKey>(
    for key: Key.Type,
    in context: DependencyContext,
    _ around: (() -> DependencyEntry) -> DependencyEntry
  ) -> DependencyEntry {
    let id = ObjectIdentifier(key)
    return find(id, context) ?? around { make(key, id, context) }
  }

  /// Replaces the defaults in all contexts with values, unless the defaults already exist.
  ///
  /// - Parameters:
  ///   - replaces: Whether existing values are replaced.
  ///   - values: Makes the values. Defaults that are made by it, as when it changes a part of one, are
  ///     replaced.
  /// - Returns: The values that were not put there, and the result of `values`.
  func prepare<Result>(
    replaces: Bool,
    _ values: () throws -> (entries: [DependencyEntry], result: Result)
  ) rethrows -> (refused: [DependencyEntry], result: Result) {
    // The lock is held meanwhile, so that nobody else gets a default that is replaced then.
    try lock.withLock {
      let known = replaces ? [] : Set(entries.map(\.key))
      let (values, result) = try values()
      insertPrepared(values.filter { !known.contains($0.key) })
      return (values.filter { known.contains($0.key) }, result)
    }
  }

  /// Returns the live value of a key, if it already exists and using it has no fault. The entry is kept
  /// forever.
  func live(_ key: ObjectIdentifier) -> Unmanaged<DependencyEntry>? {
    guard
      let entry = table.load(ordering: .acquiring)._withUnsafeGuaranteedRef({
        $0.place(Self.word(key, .live))
      })
    else { return nil }
    return entry._withUnsafeGuaranteedRef { $0.fault == nil } ? entry : nil
  }

  private func find(_ key: ObjectIdentifier, _ context: DependencyContext) -> DependencyEntry? {
    let word = Self.word(key, context)
    return table.load(ordering: .acquiring)._withUnsafeGuaranteedRef { $0.find(word) }
  }

  /// The lock is held while the value is created, so that it is created once; its creation may read other
  /// dependencies.
  private func make<Key: TestDependencyKey>(
    _ key: Key.Type,
    _ id: ObjectIdentifier,
    _ context: DependencyContext
  ) -> DependencyEntry {
    lock.withLock {
      if let entry = find(id, context) { return entry }
      let (value, fault) = DefaultCreation(of: key, in: context, of: self).make(key, context)
      // Its creation may have created it indirectly, through another value.
      if let entry = find(id, context) { return entry }
      let entry = TypedEntry(value, key: id, context: context, fault: fault)
      insert(entry, context)
      return entry
    }
  }

  /// Call it under the lock.
  private func insertPrepared(_ values: [DependencyEntry]) {
    prepared += values
    for entry in values {
      for context in [DependencyContext.live, .preview, .test] { insert(entry, context) }
    }
  }

  private func insert(_ entry: DependencyEntry, _ context: DependencyContext) {
    entries.append(entry)
    if tables[tables.count - 1].isFull {
      let larger = tables[tables.count - 1].doubled()
      tables.append(larger)
      table.store(Unmanaged.passUnretained(larger), ordering: .releasing)
    }
    let word = Self.word(entry.key, context)
    tables[tables.count - 1].insert(word, Unmanaged.passUnretained(entry))
  }
}

extension DefaultValues {
  /// A hash table with open addressing. Its slots can be filled and replaced, but are never emptied.
  private final class Table: Sendable {
    private struct Place: ~Copyable {
      /// Zero while the slot is empty. It is written last, so a reader that finds it also finds the entry.
      let word = Atomic<UInt>(0)
      let entry = Atomic<Unmanaged<DependencyEntry>?>(nil)
    }

    private let capacity: Int
    // The shared memory consists of atomics, and belongs to the table until the table is released.
    private nonisolated(unsafe) let places: UnsafeMutablePointer<Place>
    private let count = Atomic(0)

    init(capacity: Int) {
      self.capacity = capacity
      places = .allocate(capacity: capacity)
      for index in 0..<capacity { (places + index).initialize(to: Place()) }
    }

    deinit {
      places.deinitialize(count: capacity)
      places.deallocate()
    }

    /// Whether the next entry needs a larger table.
    var isFull: Bool { count.load(ordering: .relaxed) * 2 >= capacity }

    func find(_ word: UInt) -> DependencyEntry? { place(word)?.takeUnretainedValue() }

    func place(_ word: UInt) -> Unmanaged<DependencyEntry>? {
      var index = start(word)
      while true {
        let found = places[index].word.load(ordering: .acquiring)
        if found == word { return places[index].entry.load(ordering: .acquiring) }
        if found == 0 { return nil }
        index = (index + 1) & (capacity - 1)
      }
    }

    /// Call it under the lock, with an entry that is kept alive as long as the table.
    func insert(_ word: UInt, _ entry: Unmanaged<DependencyEntry>) {
      var index = start(word)
      var found = places[index].word.load(ordering: .relaxed)
      while found != 0, found != word {
        index = (index + 1) & (capacity - 1)
        found = places[index].word.load(ordering: .relaxed)
      }
      places[index].entry.store(entry, ordering: .releasing)
      guard found == 0 else { return }
      places[index].word.store(word, ordering: .releasing)
      count.add(1, ordering: .relaxed)
    }

    /// Call it under the lock.
    func doubled() -> Table {
      let larger = Table(capacity: capacity * 2)
      for index in 0..<capacity {
        let word = places[index].word.load(ordering: .relaxed)
        if word != 0, let entry = places[index].entry.load(ordering: .relaxed) { larger.insert(word, entry) }
      }
      return larger
    }

    private func start(_ word: UInt) -> Int {
      // The capacity is a power of two, and the upper bits of the product are the well-mixed bits.
      Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 32) & (capacity - 1)
    }
  }

  /// Returns the word that identifies an entry. The address of a type is even, so the word has room for the
  /// context.
  private static func word(_ key: ObjectIdentifier, _ context: DependencyContext) -> UInt {
    let address = UInt(bitPattern: key)
    assert(address & 3 == 0, "The address of a type's metadata is expected to be a multiple of four.")
    return address | context.bits
  }
}

extension DependencyContext {
  fileprivate var bits: UInt {
    switch self {
    case .live: 0
    case .preview: 1
    case .test: 2
    }
  }

  fileprivate init(bits: UInt) {
    self = bits == 0 ? .live : bits == 1 ? .preview : .test
  }
}
