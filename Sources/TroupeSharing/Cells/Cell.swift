import Synchronization
import Troupe
import TroupeDependencies
import TroupeDiagnostics

/// A shared value.
///
/// Two locks guard it. `writing` is held while the body of a `withLock` runs, so that bodies follow each
/// other. `state` is held only to exchange the newest version, so a read never waits for a body.
final class Cell<Value: Sendable>: AnyCell, MutableReference {
  private struct State {
    var newest: Version<Value>
    var observers: [ObjectIdentifier: any SharedCellObserver] = [:]
    var isStarting = false
  }

  let keyText: String?
  let keyCoding: KeyCoding?
  let order: UInt64
  let status: CellStatus?
  private let state: Locked<State>
  private let writing = RecursiveLock()
  private let trackers: SharedTrackers
  /// Where the cell is found by its key; nil for a cell that isn't.
  private weak let space: SharedCells?
  private let id: SharedCells.ID?
  private let persistence: Persistence<Value>?
  private let isStarted: Atomic<Bool>
  private let subscription = Locked<SharedSubscription?>(nil)

  /// Makes a cell without a key.
  convenience init(_ value: Value) {
    self.init(value, in: .current, id: nil, keyText: nil, keyCoding: nil, persistence: nil)
  }

  init(
    _ value: Value,
    in space: SharedCells,
    id: SharedCells.ID?,
    keyText: String?,
    keyCoding: KeyCoding?,
    persistence: Persistence<Value>?
  ) {
    SharingFrame.use()
    self.keyText = keyText
    self.keyCoding = keyCoding
    trackers = space.trackers
    self.space = id == nil ? nil : space
    self.id = id
    self.persistence = persistence
    order = CellOrder.take()
    status = persistence == nil ? nil : CellStatus()
    state = Locked(State(newest: Version(0, value)))
    isStarted = Atomic(persistence == nil)
  }

  deinit {
    if let id { space?.forget(id) }
  }

  var cell: any AnyCell { self }
  var name: String { keyText ?? "Shared<\(valueType)>" }
  var valueType: String { TypeName(Value.self).full }

  // MARK: Versions

  var newestVersion: Version<Value> { state.withLock { $0.newest } }
  var newest: any SharedVersion { newestVersion }

  func add(_ observer: any SharedCellObserver) {
    state.withLock { $0.observers[ObjectIdentifier(observer)] = observer }
  }

  func remove(_ observer: any SharedCellObserver) {
    let removed = state.withLock { $0.observers.removeValue(forKey: ObjectIdentifier(observer)) }
    _ = removed
  }

  var observerCount: Int { state.withLock { $0.observers.count } }

  func read() -> Value {
    guard SharingFrame.isInside else { return newestVersion.value }
    return readInFrame().value
  }

  private func readInFrame() -> Version<Value> {
    switch SharingFrame.place(of: self, for: .read) {
    case .outside:
      return newestVersion
    case .assertion(let expectation):
      return .cast(expectation.version(of: self))
    case .turn(let host):
      let version = version(in: host, reader: DependencyReads.current)
      host.didRead(self, version)
      return version
    }
  }

  /// Returns the version that a turn reads, and fixes it for the rest of the turn.
  private func version(in host: any SharingHost, reader: (any DependencyReader)?) -> Version<Value> {
    let known = host.reads.version(of: self, for: reader)
    if let known, known.isRecorded { return .cast(known.version) }
    var version = known.map { Version<Value>.cast($0.version) } ?? newestVersion
    if let reader { version = recorded(version, name, by: reader) }
    host.reads.fix(version, of: self, for: reader)
    return version
  }

  /// Passes a version to the reader of a recorded or replayed reduction, and returns the version that the
  /// reader answers with.
  private func recorded(
    _ version: Version<Value>,
    _ name: String,
    by reader: any DependencyReader
  ) -> Version<Value> {
    guard let type = Value.self as? any Codable.Type else {
      reader.lookedUp(name)
      return version
    }
    return recorded(version, name, by: reader, as: type)
  }

  private func recorded<Coded: Codable>(
    _ version: Version<Value>,
    _ name: String,
    by reader: any DependencyReader,
    as type: Coded.Type
  ) -> Version<Value> {
    guard let value = version.value as? Coded else { return version }
    let answer = reader.value(name) { RecordedShared(value: value) }.value
    return Version(version.number, answer as? Value ?? version.value)
  }

  // MARK: Writing

  func locked<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try writing.withLock { () throws(Failure) in try SharingFrame.locking(self, body) }
  }

  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let place = SharingFrame.isInside ? SharingFrame.place(of: self, for: .write) : .outside
    // The version before is released after the lock: its `deinit` may use the value.
    var write: CellWrite?
    defer { if let write { finishWrite(write) } }
    return try writing.withLock { () throws(Failure) in
      try SharingFrame.locking(self) { () throws(Failure) in
        try change(at: place, &write, body)
      }
    }
  }

  func change<Result, Failure: Error>(
    _ writes: CellWrites,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var write: CellWrite?
    let result = try change(at: SharingFrame.placeInBody, &write, body)
    if let write { writes.all.append(write) }
    return result
  }

  private func change<Result, Failure: Error>(
    at place: SharingFrame.Place,
    _ write: inout CellWrite?,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch place {
    case .assertion(let expectation):
      let before = Version<Value>.cast(expectation.version(of: self))
      var value = before.value
      let result = try body(&value)
      expectation.expect(Version(before.number + 1, value), of: self)
      return result
    case .outside:
      return try change(from: newestVersion, by: nil, nil, &write, body)
    case .turn(let host):
      guard let reader = DependencyReads.current else {
        return try change(from: newestVersion, by: host, nil, &write, body)
      }
      // A replay changes nothing: it continues from the recorded version.
      let isReplay = host.isolationID == nil
      let known =
        isReplay ? host.reads.version(of: self, for: nil).map { Version<Value>.cast($0.version) } : nil
      let before = recorded(known ?? newestVersion, "\(name).withLock", by: reader)
      guard isReplay else { return try change(from: before, by: host, reader, &write, body) }
      var value = before.value
      let result = try body(&value)
      host.reads.fix(Version(before.number + 1, value), of: self, for: reader)
      host.didWrite()
      return result
    }
  }

  private func change<Result, Failure: Error>(
    from old: Version<Value>,
    by host: (any SharingHost)?,
    _ reader: (any DependencyReader)?,
    _ write: inout CellWrite?,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var value = old.value
    let result = try body(&value)
    let new = Version(old.number + 1, value)
    write = CellWrite(
      cell: self,
      old: old,
      observers: publish(new, from: old, by: host?.isolationID.map { .turn($0) } ?? .other)
    )
    if let host {
      host.reads.fix(new, of: self, for: reader)
      host.didWrite()
    }
    return result
  }

  /// Makes a version the newest one. Returns who is to be notified. A test isn't told without a writer.
  private func publish(
    _ new: Version<Value>,
    from old: Version<Value>,
    by writer: SharedWriter?
  ) -> [any SharedCellObserver] {
    let observers = state.withLock { state -> [any SharedCellObserver] in
      state.newest = new
      return state.observers.isEmpty ? [] : Array(state.observers.values)
    }
    if let writer, trackers.areAny { trackers.changed(self, from: old, to: new, by: writer) }
    return observers
  }

  func finishWrite(_ write: CellWrite) {
    for observer in write.observers { observer.changed(self) }
    guard let save = persistence?.save, let status else { return }
    status.saves.request { [self] in save(newestVersion.value, $0, $1) }
  }

  /// Takes over a value that a key has loaded. It isn't saved.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isChange: Whether tests have to assert it.
  func takeOver(_ value: Value, isChange: Bool = true) {
    let (old, observers) = writing.withLock {
      let old = newestVersion
      return (old, publish(Version(old.number + 1, value), from: old, by: isChange ? .key : nil))
    }
    for observer in observers { observer.changed(self) }
    _ = consume old
  }

  // MARK: Keys

  /// Loads the value and subscribes to changes, the first time it is called. Other callers wait for the part
  /// of it that doesn't suspend.
  ///
  /// - Parameter loads: Whether the value is loaded, and not only subscribed to.
  func start(loads: Bool) {
    guard !isStarted.load(ordering: .acquiring), let persistence else { return }
    writing.withLock {
      // The load may create the same value again, on this thread.
      guard !(state.withLock { Swift.exchange(&$0.isStarting, with: true) }) else { return }
      defer { isStarted.store(true, ordering: .releasing) }
      let (initial, name) = (newestVersion.value, name)
      if loads {
        status?.loadBegan()
        // It doesn't keep the cell alive.
        let continuation = LoadContinuation<Value>(name) { [weak self] in self?.loaded($0, initial) }
        persistence.load(.initialValue(initial), continuation)
      }
      let subscriber = SharedSubscriber<Value>(
        callback: { [weak self] in self?.received($0, initial) },
        onLoading: { [weak self] in self?.status?.setLoading($0) }
      )
      let new = persistence.subscribe(loads ? .initialValue(initial) : .userInitiated, subscriber)
      subscription.withLock { $0 = new }
    }
  }

  private func loaded(_ result: Result<Value?, any Error>, _ initial: Value) {
    status?.loadEnded(with: result)
    // What a key has stored isn't a change.
    if case .success(let value?) = result { takeOver(value, isChange: isStarted.load(ordering: .acquiring)) }
  }

  private func received(_ result: Result<Value?, any Error>, _ initial: Value) {
    status?.received(result)
    if case .success(let value) = result { takeOver(value ?? initial) }
  }

  func load() async throws {
    try Task.checkCancellation()
    guard let persistence, let status else { return }
    status.loadBegan()
    let name = name
    let result = await Loading<Value>().run {
      persistence.load(.userInitiated, LoadContinuation(name, callback: $0))
    }
    status.loadEnded(with: result)
    if let value = try result.get() { takeOver(value) }
  }

  func save() async throws {
    try Task.checkCancellation()
    guard let save = persistence?.save, let status else { return }
    try await status.saves.saveNow { [self] in save(newestVersion.value, $0, $1) }
  }
}

/// The order in which cells are locked: the order in which they were made.
private enum CellOrder {
  private static let last = Atomic<UInt64>(0)

  static func take() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}

/// A value that a recording notes.
///
/// - Note: `@unchecked Sendable`: the value of a cell is `Sendable`, which a dynamic cast to `Codable` can't
///   express. `SharingStressTests` records such values under the thread sanitizer.
private struct RecordedShared<Value: Codable>: Codable, @unchecked Sendable {
  let value: Value

  init(value: Value) { self.value = value }

  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
