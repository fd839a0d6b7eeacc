import Synchronization

/// The default values of dependencies. Each value is created once, when it is first read.
///
/// Looking up an existing value takes no lock. A table's entries are never removed. When a table is full, a
/// larger table replaces it, and the old table is kept for concurrent readers.
final class DefaultValues: @unchecked Sendable {
  /// The default values of the process.
  static let process = DefaultValues()

  /// Whether the process's context is `live`.
  static let isProcessLive = Atomic(DependencyContext.process == .live)

  private let table: Atomic<Unmanaged<Table>>
  private let contextBits: Atomic<UInt>
  private let lock = RecursiveLock()
  // The lock guards these properties, which is why the class is `@unchecked Sendable`. `DependencyRaceTests`
  // run it under the thread sanitizer.
  private var tables: [Table]
  private var entries: [DependencyEntry] = []
  private var prepared: [DependencyEntry] = []

  init() {
    let first = Table(capacity: 64)
    tables = [first]
    table = Atomic(Unmanaged.passUnretained(first))
    contextBits = Atomic(DependencyContext.process.bits)
  }

  /// Creates a set of values that contains only the prepared values of another set.
  convenience init(preparedIn other: DefaultValues) {
    self.init()
    context = other.context
    let prepared = other.lock.withLock { other.prepared }
    lock.withLock { insertPrepared(prepared) }
  }

  /// The context where code doesn't set another.
  var context: DependencyContext {
    get { DependencyContext(bits: contextBits.load(ordering: .relaxed)) }
    set {
      contextBits.store(newValue.bits, ordering: .relaxed)
      if self === DefaultValues.process { Self.isProcessLive.store(newValue == .live, ordering: .relaxed) }
    }
  }

  /// Returns a key's entry and creates the entry if it doesn't exist.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - context: The context.
  ///   - isForSetting: Whether a closure that changes dependencies reads the value.
  ///   - around: A function that performs the value's creation with the dependencies that the creation reads.
  func entry<Key: TestDependencyKey>(
    for key: Key.Type,
    in context: DependencyContext,
    isForSetting: Bool,
    _ around: (() -> DependencyEntry) -> DependencyEntry
  ) -> DependencyEntry {
    let id = ObjectIdentifier(key)
    return find(id, context) ?? around { make(key, id, context, isForSetting: isForSetting) }
  }

  /// Replaces the keys' defaults in all contexts, except for defaults that already exist.
  ///
  /// - Parameters:
  ///   - replaces: Whether existing defaults are also replaced.
  ///   - values: Creates the values. Defaults that this closure creates are replaced, for example a default
  ///     that the closure changes in part.
  /// - Returns: The values that were refused because a default already exists, and the result of `values`.
  func prepare<Result>(
    replaces: Bool,
    _ values: () throws -> (entries: [DependencyEntry], result: Result)
  ) rethrows -> (refused: [DependencyEntry], result: Result) {
    // The lock is held during the call, so that no other thread reads a default that is about to be replaced.
    try lock.withLock {
      let known = replaces ? [] : Set(entries.map(\.key))
      let (values, result) = try values()
      insertPrepared(values.filter { !known.contains($0.key) })
      return (values.filter { known.contains($0.key) }, result)
    }
  }

  /// Returns the live value of a key if the value already exists and its use is no fault. The entry is never
  /// released.
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

  /// Creates the default value while holding the lock, so that the value is created only once. The creation
  /// may read other dependencies.
  private func make<Key: TestDependencyKey>(
    _ key: Key.Type,
    _ id: ObjectIdentifier,
    _ context: DependencyContext,
    isForSetting: Bool
  ) -> DependencyEntry {
    lock.withLock {
      if let entry = find(id, context) { return entry }
      let creation = DefaultCreation(of: key, in: context, of: self, isForSetting: isForSetting)
      let (value, fault) = creation.make(key, context)
      // The creation may have created the same value indirectly, through another value.
      if let entry = find(id, context) { return entry }
      let entry = TypedEntry(value, key: id, context: context, fault: fault)
      if !creation.hasWithheldIssue { insert(entry, context) }
      return entry
    }
  }

  /// Inserts prepared values. Call this method while holding the lock.
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
      /// The word that identifies the entry; zero while the slot is empty. The word is written last, so a
      /// reader that finds the word also finds the entry.
      let word = Atomic<UInt>(0)
      let entry = Atomic<Unmanaged<DependencyEntry>?>(nil)
    }

    private let capacity: Int
    // The shared memory consists of atomics and is freed with the table.
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

    /// Inserts an entry, which must be kept alive as long as the table. Call this method while holding the
    /// lock.
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

    /// Returns a table with twice the capacity and the same entries. Call this method while holding the lock.
    func doubled() -> Table {
      let larger = Table(capacity: capacity * 2)
      for index in 0..<capacity {
        let word = places[index].word.load(ordering: .relaxed)
        if word != 0, let entry = places[index].entry.load(ordering: .relaxed) { larger.insert(word, entry) }
      }
      return larger
    }

    private func start(_ word: UInt) -> Int {
      // The capacity is a power of two, and the product's upper bits are mixed best.
      Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 32) & (capacity - 1)
    }
  }

  /// Returns the word that identifies an entry. A type's address is even, so the word has room for the
  /// context.
  private static func word(_ key: ObjectIdentifier, _ context: DependencyContext) -> UInt {
    let address = UInt(bitPattern: key)
    assert(address & 3 == 0, "The address of a type's metadata isn't a multiple of four.")
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
