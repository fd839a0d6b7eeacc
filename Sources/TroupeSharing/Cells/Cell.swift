import Synchronization
import Troupe
import TroupeDependencies
import TroupeDiagnostics

/// A shared value.
///
/// Two locks guard it. `writing` is held while the body of a `withLock` runs, so that bodies run one at a
/// time. `guarding` is held only to copy or exchange the value, so a read never waits for a body. A third
/// lock is held while the key of a new value loads it and subscribes to it.
///
/// The newest value is in the cell. The object for its version is made when something needs it: a write
/// outside of turns makes none.
///
/// No user's object is released under these locks, because a `deinit` may use the same value. The objects
/// that a write replaces are in its ``CellWrite``, and are released with it.
///
/// - Note: The value is `nonisolated(unsafe)`, because a lock that owns it would need closures, whose generic
///   code takes several times as long as the lock. `SharingStressTests` use the locks under the thread
///   sanitizer.
final class Cell<Value: Sendable>: AnyCell, MutableReference {
  let keyText: String?
  let keyCoding: KeyCoding?
  let order: UInt64
  /// Whether the value is loading, and its errors; nil for a value without a key.
  let status: CellStatus?
  /// The versions of a value that is kept in a storage; nil for other values.
  let stored: StoredVersions<Value>?
  private let guarding = ShortLock()
  let writing = BodyLock()
  /// Held while the key loads and subscribes; nil for a value that isn't loaded.
  let starting: RecursiveLock?
  private let trackers: SharedTrackers
  /// The space that contains the cell; nil for a cell without a key.
  private weak let space: SharedCells?
  private let id: SharedCells.ID?
  let persistence: Persistence<Value>?
  let isStarted: Atomic<Bool>
  let subscription = Locked<SharedSubscription?>(nil)
  // Guarded by `guarding`. The value and its number are written under both locks, and read under one.
  @exclusivity(unchecked) private nonisolated(unsafe) var contents = CellState()
  /// The object for the newest version; nil if nothing has needed it so far.
  @exclusivity(unchecked) private nonisolated(unsafe) var version: Version<Value>?
  @exclusivity(unchecked) private nonisolated(unsafe) var value: Value

  /// Makes a cell without a key.
  convenience init(_ value: Value) {
    self.init(value, in: .current, id: nil, keyText: nil, keyCoding: nil, persistence: nil)
  }

  // Swift 6.3 crashes if a program that is compiled with `-cross-module-optimization` specializes this
  // initializer.
  @_semantics("optimize.no.crossmodule")
  init(
    _ value: Value,
    in space: SharedCells,
    id: SharedCells.ID?,
    keyText: String?,
    keyCoding: KeyCoding?,
    persistence: Persistence<Value>?
  ) {
    SharedCells.willHaveOne()
    self.keyText = keyText
    self.keyCoding = keyCoding
    trackers = space.trackers
    self.space = id == nil ? nil : space
    self.id = id
    self.persistence = persistence
    order = CellOrder.take()
    status = persistence == nil ? nil : CellStatus(keyText ?? "")
    starting = persistence == nil ? nil : RecursiveLock()
    stored = persistence?.stored.map { StoredVersions($0, Version(0, value)) }
    self.value = value
    isStarted = Atomic(persistence == nil)
    stored?.belong(to: self)
  }

  deinit {
    if let id { space?.forget(id, ObjectIdentifier(self)) }
  }

  var cell: any AnyCell { self }
  var saves: (any SharedSaves)? { stored }
  var isLoading: Bool { stored?.isLoading ?? status?.isLoading ?? false }
  var loadError: (any Error)? { stored.map { $0.loadError } ?? status?.loadError }
  var saveError: (any Error)? { stored.map { $0.saveError } ?? status?.saveError }
  var name: String { keyText ?? "Shared<\(valueType)>" }
  var valueType: String { TypeName(Value.self).full }

  // MARK: Versions

  /// The access to the contents that `guarding` guards.
  struct Guarded {
    unowned(unsafe) fileprivate let cell: Cell

    @inline(__always)
    func withLock<Result>(_ body: (inout CellState) -> Result) -> Result {
      cell.guarding.lock()
      defer { cell.guarding.unlock() }
      return body(&cell.contents)
    }
  }

  @inline(__always)
  var state: Guarded { Guarded(cell: self) }

  var newest: any SharedVersion { newestVersion }
  var newestNumber: UInt64 { state.withLock { $0.number } }

  /// The newest version. An object is made for it, unless there is one.
  var newestVersion: Version<Value> {
    guarding.lock()
    if let version {
      guarding.unlock()
      return version
    }
    let new = Version(contents.number, value)
    guarding.unlock()
    return shared(new)
  }

  /// Keeps the object for a version, if the version is still the newest one. Returns the object for the
  /// version.
  private func shared(_ new: Version<Value>) -> Version<Value> {
    guarding.lock()
    defer { guarding.unlock() }
    guard contents.number == new.number else { return new }
    if let version { return version }
    version = new
    return new
  }

  func add(_ observer: any SharedCellObserver) {
    state.withLock { $0.observers[ObjectIdentifier(observer)] = observer }
  }

  func remove(_ observer: any SharedCellObserver) {
    let removed = state.withLock { $0.observers.removeValue(forKey: ObjectIdentifier(observer)) }
    _ = removed
  }

  var observerCount: Int { state.withLock { $0.observers.count } }

  func read() -> Value {
    if let stack = SharingFrame.current { return read(in: stack) }
    if let stored { return stored.savedVersion.value }
    guarding.lock()
    defer { guarding.unlock() }
    return value
  }

  private func read(in stack: SharingFrame.Stack) -> Value {
    if let version = stack.repeatedVersion(of: ObjectIdentifier(self)), DependencyReads.current == nil {
      return Version<Value>.value(of: version)
    }
    return readInFrame().value
  }

  private func readInFrame() -> Version<Value> {
    switch SharingFrame.place(of: self, for: .read) {
    case .outside:
      return stored?.savedVersion ?? newestVersion
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
    var version: Version<Value> = .cast(known?.version ?? host.version(toRead: self))
    if let reader { version = recorded(version, name, by: reader) }
    let former = host.reads.fix(version, of: self, for: reader)
    withExtendedLifetime(former) {}
    return version
  }

  // MARK: Exchanging the value

  /// Changes a value that isn't saved, outside turns. Unless a test logs the write, no object is made for the
  /// new version.
  func modifyAlone(_ body: (inout Value) -> Bool) -> Bool {
    writing.lock()
    // Only the owner of `writing` changes it.
    var value = value
    var isDone = false
    let postponed = SharingFrame.running(self) { isDone = body(&value) }
    if isDone, trackers.areAny { return logged(value, postponed) }
    // Not a `Version`, whose metadata would be looked up.
    var replaced: AnyObject?
    var observers: CellState.Observers?
    if isDone {
      guarding.lock()
      Swift.swap(&self.value, &value)
      replaced = version
      version = nil
      observers = contents.countWrite()
      guarding.unlock()
    }
    writing.unlock()
    if let postponed { for work in postponed { work() } }
    if let observers { for observer in observers.values { observer.changed(self) } }
    // The replaced value is released here, or the changed value if the body has failed.
    extendLifetime(replaced)
    extendLifetime(value)
    return isDone
  }

  /// Makes a version the newest one. Returns the remaining work, after the lock.
  ///
  /// - Parameters:
  ///   - new: The version.
  ///   - old: The version before it.
  ///   - writer: The origin of the write, for the logs of tests; nil if the write isn't logged.
  ///   - isLoaded: Whether the key has loaded the value.
  func publish(
    _ new: Version<Value>,
    from old: Version<Value>,
    by writer: SharedWriter?,
    isLoaded: Bool
  ) -> CellWrite {
    // This object holds all references that the replaced value holds.
    let replaced = newestVersion
    var value = new.value
    guarding.lock()
    Swift.swap(&self.value, &value)
    version = new
    let observers = isLoaded ? contents.countLoad() : contents.countWrite()
    guarding.unlock()
    var write = CellWrite(
      cell: self,
      old: replaced,
      number: new.number,
      observers: observers.map { Array($0.values) } ?? []
    )
    if let writer, trackers.areAny {
      write.released = trackers.changed(self, from: old, to: new, by: writer)
    }
    return write
  }
}

/// The contents that the lock of a cell guards, without the value. The type doesn't depend on the value's
/// type, because code that isn't specialized for a type takes several times as long.
struct CellState {
  typealias Observers = [ObjectIdentifier: any SharedCellObserver]

  /// The number of the newest version.
  var number: UInt64 = 0
  /// The number of the last version that wasn't the key's.
  var written: UInt64 = 0
  /// The number of writes whose saves haven't been requested yet.
  var unrequested = 0
  var observers: Observers = [:]
  var isStarting = false

  /// Gives the next version a number. Returns the observers that have to be notified; nil for none.
  @inline(__always)
  mutating func countLoad() -> Observers? {
    number += 1
    return observers.isEmpty ? nil : observers
  }

  /// Gives the next version a number, if the key hasn't loaded the version. Returns the observers that have
  /// to be notified; nil for none.
  @inline(__always)
  mutating func countWrite() -> Observers? {
    let observers = countLoad()
    written = number
    unrequested += 1
    return observers
  }
}

/// The order in which cells are locked: the order in which they were made.
private enum CellOrder {
  private static let last = Atomic<UInt64>(0)

  static func take() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
