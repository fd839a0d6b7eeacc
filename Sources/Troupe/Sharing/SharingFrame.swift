import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a thread is doing as far as shared values are concerned: it runs a turn, the body of a `withLock`, or
/// the closure of a test's assertion.
///
/// Reads and writes of shared values are synchronous, and so is all that a frame is for. So the innermost
/// frame is in thread-specific storage, which costs less than a task-local.
package struct SharingFrame {
  /// The turn; nil for other frames. What runs in a frame keeps these objects alive.
  unowned(unsafe) private let host: (any SharingHost)?
  /// The value that a `withLock` has locked; nil for other frames.
  unowned(unsafe) private let locked: (any SharedCell)?
  /// The expected values of an assertion; nil for other frames.
  unowned(unsafe) private let expectation: SharedExpectation?
  private var outer: UnsafeMutablePointer<SharingFrame>?
  /// What must wait until no value is locked; only in the outermost frame of a `withLock`.
  private var postponed: [@Sendable () -> Void]?

  private init(
    host: (any SharingHost)? = nil,
    locked: (any SharedCell)? = nil,
    expectation: SharedExpectation? = nil
  ) {
    self.host = host
    self.locked = locked
    self.expectation = expectation
  }

  private static let wereEverUsed = Atomic(false)

  /// Whether there has been a shared value in this process. Until then, turns have no frames.
  @inline(__always)
  package static var areInUse: Bool { wereEverUsed.load(ordering: .relaxed) }

  /// Makes turns have frames from now on. Call it before the first shared value exists.
  package static func use() {
    if !areInUse { wereEverUsed.store(true, ordering: .relaxed) }
  }

  // MARK: The thread's frames

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "The system has no room for a thread-specific value.")
    return key
  }()

  private static var innermost: UnsafeMutablePointer<SharingFrame>? {
    get { pthread_getspecific(key)?.assumingMemoryBound(to: SharingFrame.self) }
    set { pthread_setspecific(key, newValue) }
  }

  /// Whether the thread has any frame.
  package static var isInside: Bool { innermost != nil }

  /// The turn that the thread runs; nil for none.
  package static var currentHost: (any SharingHost)? {
    var next = innermost
    while let frame = next {
      if let host = frame.pointee.host { return host }
      next = frame.pointee.outer
    }
    return nil
  }

  private mutating func around<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    outer = Self.innermost
    return try withUnsafeMutablePointer(to: &self) { pointer throws(Failure) in
      Self.innermost = pointer
      defer { Self.innermost = pointer.pointee.outer }
      return try body()
    }
  }

  /// Runs the body of a `withLock`. The body locks the value, and has unlocked it when it returns.
  package static func locking<Result, Failure: Error>(
    _ cell: any SharedCell,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(cell) { () throws(Failure) in
      var frame = SharingFrame(locked: cell)
      defer {
        if let postponed = frame.postponed { for work in postponed { work() } }
      }
      return try frame.around(body)
    }
  }

  /// Postpones work until the thread has no value locked. Returns false if it has none.
  ///
  /// - Parameter work: Locks a value. In the body of a `withLock`, it might wait forever for another thread,
  ///   or would change the value that the body is about to change.
  package static func postpone(_ work: @escaping @Sendable () -> Void) -> Bool {
    var outermost: UnsafeMutablePointer<SharingFrame>?
    var next = innermost
    while let frame = next {
      if frame.pointee.locked != nil { outermost = frame }
      next = frame.pointee.outer
    }
    guard let outermost else { return false }
    outermost.pointee.postponed = (outermost.pointee.postponed ?? []) + [work]
    return true
  }

  /// Runs the closure of an assertion, which reads and writes expected values.
  package static func expecting<Result, Failure: Error>(
    _ expectation: SharedExpectation,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(expectation) { () throws(Failure) in
      var frame = SharingFrame(expectation: expectation)
      return try frame.around(body)
    }
  }

  /// Runs a reduction that a host answers for without a store.
  package static func hosting<Result, Failure: Error>(
    _ host: any SharingHost,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(host) { () throws(Failure) in
      var frame = SharingFrame(host: host)
      return try frame.around(body)
    }
  }

  // MARK: The frame of a store

  /// Makes the frame that a store enters for each turn. It doesn't keep the host. The caller frees it.
  static func allocate(for host: any SharingHost) -> UnsafeMutablePointer<SharingFrame> {
    let frame = UnsafeMutablePointer<SharingFrame>.allocate(capacity: 1)
    frame.initialize(to: SharingFrame(host: host))
    return frame
  }

  static func enter(_ frame: UnsafeMutablePointer<SharingFrame>) {
    frame.pointee.outer = innermost
    innermost = frame
  }

  /// Frees the frame of a host.
  static func free(_ frame: UnsafeMutablePointer<SharingFrame>) {
    frame.deinitialize(count: 1)
    frame.deallocate()
  }

  static func leave(_ frame: UnsafeMutablePointer<SharingFrame>) { innermost = frame.pointee.outer }

  // MARK: Access

  package enum Access { case read, write }

  /// Where a value is read or written.
  package enum Place {
    /// Outside of turns and assertions.
    case outside
    case turn(any SharingHost)
    case assertion(SharedExpectation)
  }

  /// Returns where the thread reads or writes a value. Traps in the body of a `withLock` that mustn't do so.
  ///
  /// - Parameters:
  ///   - cell: The value.
  ///   - access: Whether the value is read or locked.
  package static func place(of cell: any SharedCell, for access: Access) -> Place {
    var place = Place.outside
    var isFound = false
    var next = innermost
    while let frame = next {
      if let locked = frame.pointee.locked {
        check(cell, access, in: locked)
      } else if !isFound {
        isFound = true
        if let host = frame.pointee.host {
          place = .turn(host)
        } else if let expectation = frame.pointee.expectation {
          place = .assertion(expectation)
        }
      }
      next = frame.pointee.outer
    }
    return place
  }

  /// Where the innermost body of a `withLock` runs.
  package static var placeInBody: Place {
    var next = innermost
    while let frame = next?.pointee {
      if let host = frame.host { return .turn(host) }
      if let expectation = frame.expectation { return .assertion(expectation) }
      next = frame.outer
    }
    return .outside
  }

  private static func check(_ cell: any SharedCell, _ access: Access, in locked: any SharedCell) {
    if cell === locked {
      preconditionFailure(
        """
        The shared value \(cell.name) was \(access == .read ? "read" : "locked") in the body of the \
        `withLock` that has locked it. Use the parameter of the body instead.
        """
      )
    }
    guard access == .write else { return }
    preconditionFailure(
      """
      The shared value \(cell.name) was locked in the body of a `withLock` that has locked \(locked.name). Two \
      bodies that lock the same values in another order would wait for each other forever. Lock all values \
      together, with `withLock($first, $second) { first, second in … }`.
      """
    )
  }
}

/// The expected values of shared values in the closure of an assertion.
package final class SharedExpectation {
  private let before: (any SharedCell) -> any SharedVersion
  /// The values that the closure has written.
  package private(set) var touched: [ObjectIdentifier: (cell: any SharedCell, version: any SharedVersion)] =
    [:]

  /// - Parameter before: Returns the version that the closure starts with.
  package init(before: @escaping (any SharedCell) -> any SharedVersion) { self.before = before }

  /// The version of a value that is expected so far.
  package func version(of cell: any SharedCell) -> any SharedVersion {
    touched[ObjectIdentifier(cell)]?.version ?? before(cell)
  }

  /// Records that the closure has changed the expected value. Returns the version that was expected before,
  /// to be released without a lock.
  package func expect(_ version: any SharedVersion, of cell: any SharedCell) -> (any SharedVersion)? {
    touched.updateValue((cell, version), forKey: ObjectIdentifier(cell))?.version
  }
}
