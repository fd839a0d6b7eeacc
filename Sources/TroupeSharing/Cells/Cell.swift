import Synchronization
import Troupe
import TroupeDependencies
import TroupeDiagnostics

/// A shared value.
///
/// Two locks guard it. `writing` is held while the body of a `withLock` runs, so that bodies follow each
/// other. `state` is held only to exchange the newest version, so a read never waits for a body. A third lock
/// is held while the key of a new value loads it and subscribes to it.
///
/// No version is released under these locks, as the `deinit` of a user's value may use the same value: what a
/// write replaces is in its ``CellWrite``, and is released with it.
final class Cell<Value: Sendable>: AnyCell, MutableReference {
  /// What a load began with. A value that was written or saved since is newer than what the load finds.
  private struct LoadStart: Sendable {
    let written: UInt64
    let saves: CellSaves.Activity?
  }

  /// What a write leaves for the time after the lock.
  private struct Outcome {
    var write: CellWrite?
    /// What the body had made of the value when it threw an error.
    var dropped: Version<Value>?
  }

  let keyText: String?
  let keyCoding: KeyCoding?
  let order: UInt64
  let status: CellStatus?
  private let state: Locked<CellState>
  private let writing = RecursiveLock()
  /// Held while the key loads and subscribes; nil for a value that isn't loaded.
  private let starting: RecursiveLock?
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
    starting = persistence == nil ? nil : RecursiveLock()
    state = Locked(CellState(newest: Version(0, value)))
    isStarted = Atomic(persistence == nil)
  }

  deinit {
    if let id { space?.forget(id, ObjectIdentifier(self)) }
  }

  var cell: any AnyCell { self }
  var name: String { keyText ?? "Shared<\(valueType)>" }
  var valueType: String { TypeName(Value.self).full }

  // MARK: Versions

  var newestVersion: Version<Value> { .cast(newest) }
  var newest: any SharedVersion { state.newest }

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
    let former = host.reads.fix(version, of: self, for: reader)
    withExtendedLifetime(former) {}
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
    try SharingFrame.locking(self) { () throws(Failure) in try writing.withLock(body) }
  }

  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let place = SharingFrame.isInside ? SharingFrame.place(of: self, for: .write) : .outside
    var outcome = Outcome()
    defer {
      if let write = outcome.write { finishWrite(write) }
    }
    return try locked { () throws(Failure) in try change(at: place, &outcome, body) }
  }

  func change<Result, Failure: Error>(
    _ writes: CellWrites,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var outcome = Outcome()
    defer {
      if let write = outcome.write { writes.all.append(write) }
      if let dropped = outcome.dropped { writes.dropped.append(dropped) }
    }
    return try change(at: SharingFrame.placeInBody, &outcome, body)
  }

  private func change<Result, Failure: Error>(
    at place: SharingFrame.Place,
    _ outcome: inout Outcome,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch place {
    case .assertion(let expectation):
      let before = Version<Value>.cast(expectation.version(of: self))
      let (result, new) = try run(body, on: before, &outcome)
      outcome.dropped = expectation.expect(new, of: self).map { .cast($0) }
      return result
    case .outside:
      return try change(from: newestVersion, by: nil, nil, &outcome, body)
    case .turn(let host):
      guard let reader = DependencyReads.current else {
        return try change(from: newestVersion, by: host, nil, &outcome, body)
      }
      // A replay changes nothing: it continues from the recorded version.
      let isReplay = host.isolationID == nil
      let known =
        isReplay ? host.reads.version(of: self, for: nil).map { Version<Value>.cast($0.version) } : nil
      let before = recorded(known ?? newestVersion, "\(name).withLock", by: reader)
      guard isReplay else { return try change(from: before, by: host, reader, &outcome, body) }
      let (result, new) = try run(body, on: before, &outcome)
      let former = host.reads.fix(new, of: self, for: reader)
      // The value of a replay needs no observers, and isn't saved.
      outcome.write = CellWrite(cell: self, old: before, former: former, observers: [], isReplayed: true)
      host.didWrite()
      return result
    }
  }

  /// Runs a body on the value of a version. Returns its result, and the next version.
  private func run<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result,
    on old: Version<Value>,
    _ outcome: inout Outcome
  ) throws(Failure) -> (Result, Version<Value>) {
    var value = old.value
    do throws(Failure) {
      let result = try body(&value)
      return (result, Version(old.number + 1, value))
    } catch {
      // The value may be the last reference to something, and isn't released under the lock.
      outcome.dropped = Version(old.number, value)
      throw error
    }
  }

  private func change<Result, Failure: Error>(
    from old: Version<Value>,
    by host: (any SharingHost)?,
    _ reader: (any DependencyReader)?,
    _ outcome: inout Outcome,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (result, new) = try run(body, on: old, &outcome)
    let writer = host?.isolationID.map { SharedWriter.turn($0) } ?? .other
    outcome.write = publish(new, from: old, by: writer, isLoaded: false)
    // A recorded store's version isn't the one that was replaced.
    outcome.dropped = old
    if let host {
      outcome.write?.former = host.reads.fix(new, of: self, for: reader)
      host.didWrite()
    }
    return result
  }

  /// Makes a version the newest one. Returns what is to be done after the lock.
  ///
  /// - Parameters:
  ///   - new: The version.
  ///   - old: The version before it.
  ///   - writer: Who has written, for tests. A test isn't told without a writer.
  ///   - isLoaded: Whether the value is the key's.
  private func publish(
    _ new: Version<Value>,
    from old: Version<Value>,
    by writer: SharedWriter?,
    isLoaded: Bool
  ) -> CellWrite {
    let (replaced, observers) = state.publish(new, isLoaded: isLoaded)
    var write = CellWrite(cell: self, old: replaced, observers: observers)
    if let writer, trackers.areAny {
      write.released = trackers.changed(self, from: old, to: new, by: writer)
    }
    return write
  }

  func finishWrite(_ write: CellWrite) {
    if write.isReplayed { return }
    for observer in write.observers { observer.changed(self) }
    guard persistence != nil else { return }
    requestSave()
    state.withLock { $0.unrequested -= 1 }
  }

  private func requestSave() {
    guard let save = persistence?.save, let status else { return }
    status.saves.request { [self] in save(newestVersion.value, $0, $1) }
  }

  /// Takes over a value that a key has loaded. It isn't saved.
  ///
  /// In the body of a `withLock`, it waits until the body has returned: the body has a copy of the version
  /// before, and would undo the change.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isChange: Whether tests have to assert it.
  ///   - start: What the load began with; nil for a change from outside. A newer value stays.
  private func takeOver(_ value: Value, isChange: Bool = true, since start: LoadStart? = nil) {
    unlocked { [self] in takeOverNow(value, isChange: isChange, since: start) }
  }

  /// Runs a closure that locks the value: now, or when the thread has no value locked.
  private func unlocked(_ body: @escaping @Sendable () -> Void) {
    // Nothing else has locked a value that isn't started.
    if isStarted.load(ordering: .acquiring), SharingFrame.postpone(body) { return }
    body()
  }

  private func takeOverNow(_ value: Value, isChange: Bool, since start: LoadStart?) {
    let write = writing.withLock { () -> CellWrite? in
      let (old, written, unrequested) = state.withLock {
        (Version<Value>.cast($0.newest), $0.written, $0.unrequested)
      }
      if let start {
        let isUnsaved = persistence?.save != nil && unrequested > 0
        guard written == start.written, !isUnsaved, status?.saves.activity == start.saves else { return nil }
      }
      return publish(Version(old.number + 1, value), from: old, by: isChange ? .key : nil, isLoaded: true)
    }
    guard let write else { return }
    for observer in write.observers { observer.changed(self) }
  }

  // MARK: Keys

  /// Loads the value and subscribes to changes, the first time it is called. Other callers wait for the part
  /// of it that doesn't suspend.
  ///
  /// - Parameter loads: Whether the value is loaded, and not only subscribed to.
  func start(loads: Bool) {
    guard !isStarted.load(ordering: .acquiring), let persistence, let starting else { return }
    // The key's code runs under a separate lock, so that it may wait for another thread that reads or writes
    // the value.
    starting.withLock {
      // The load may create the same value again, on this thread.
      guard !(state.withLock { Swift.exchange(&$0.isStarting, with: true) }) else { return }
      defer { isStarted.store(true, ordering: .releasing) }
      let (initial, name) = (newestVersion.value, name)
      let start = LoadStart(written: state.withLock { $0.written }, saves: status?.saves.activity)
      if loads {
        status?.loadBegan()
        // It doesn't keep the cell alive.
        let continuation = LoadContinuation<Value>(name) { [weak self] in self?.loaded($0, since: start) }
        persistence.load(.initialValue(initial), continuation)
      }
      let subscriber = SharedSubscriber<Value>(
        callback: { [weak self] in self?.received($0, initial) },
        onLook: { [weak self] in self?.looked($0, initial) },
        onLoading: { [weak self] in self?.status?.setLoading($0) }
      )
      let new = persistence.subscribe(loads ? .initialValue(initial) : .userInitiated, subscriber)
      subscription.withLock { $0 = new }
    }
  }

  private func loaded(_ result: Result<Value?, any Error>, since start: LoadStart) {
    status?.loadEnded(with: result)
    guard case .success(let value?) = result else { return }
    // What a key has stored isn't a change.
    takeOver(value, isChange: isStarted.load(ordering: .acquiring), since: start)
  }

  private func received(_ result: Result<Value?, any Error>, _ initial: Value) {
    status?.received(result)
    if case .success(let value) = result { takeOver(value ?? initial) }
  }

  /// Looks for a change from outside, and takes it over.
  ///
  /// A save that runs meanwhile may replace what was found. The value is then saved again, so that the key
  /// has the same value as the cell in the end.
  private func looked(_ look: @escaping @Sendable () -> Result<Value?, any Error>?, _ initial: Value) {
    unlocked { [self] in lookedNow(look, initial) }
  }

  private func lookedNow(_ look: () -> Result<Value?, any Error>?, _ initial: Value) {
    let before = status?.saves.activity
    guard let result = look() else { return }
    received(result, initial)
    guard case .success = result, let status, status.saves.activity != before || before?.isSaving == true
    else { return }
    requestSave()
  }

  func load() async throws {
    try Task.checkCancellation()
    guard let persistence, let status else { return }
    status.loadBegan()
    let name = name
    // What was written before is saved first. Otherwise, the load would find an older value, and undo the
    // write.
    let written = state.withLock { $0.written }
    guard await status.saves.settle() else {
      status.loadEnded(with: Result<Value?, any Error>.failure(CancellationError()))
      throw CancellationError()
    }
    let start = LoadStart(written: written, saves: status.saves.activity)
    let result = await Loading<Value>().run {
      persistence.load(.userInitiated, LoadContinuation(name, callback: $0))
    }
    status.loadEnded(with: result)
    if let value = try result.get() { takeOver(value, since: start) }
  }

  func save() async throws {
    try Task.checkCancellation()
    guard let save = persistence?.save, let status else { return }
    try await status.saves.saveNow { [self] in save(newestVersion.value, $0, $1) }
  }
}

/// What the lock of a cell guards. It doesn't depend on the type of the value, because code that isn't
/// specialized for a type takes several times as long.
private struct CellState {
  var newest: any SharedVersion
  /// The number of the last version that wasn't the key's.
  var written: UInt64 = 0
  /// The number of writes whose saves haven't been requested yet.
  var unrequested = 0
  var observers: [ObjectIdentifier: any SharedCellObserver] = [:]
  var isStarting = false
}

extension Locked<CellState> {
  fileprivate var newest: any SharedVersion { withLock { $0.newest } }

  /// Makes a version the newest one. Returns the version that it replaces, and who is to be notified.
  fileprivate func publish(
    _ new: any SharedVersion,
    isLoaded: Bool
  ) -> (replaced: any SharedVersion, observers: [any SharedCellObserver]) {
    withLock { state in
      if !isLoaded {
        state.written = new.number
        state.unrequested += 1
      }
      let replaced = Swift.exchange(&state.newest, with: new)
      return (replaced, state.observers.isEmpty ? [] : Array(state.observers.values))
    }
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
