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

/// The context in which a thread uses shared values: a turn, the body of a `withLock`, or the closure of a
/// test's assertion.
///
/// All code that runs in a frame is synchronous. Therefore, the innermost frame is in thread-specific
/// storage, which costs less than a task-local.
package struct SharingFrame {
  /// The turn; nil for other frames. The code that enters a frame keeps these objects alive.
  unowned(unsafe) private var host: (any SharingHost)?
  /// The value that a `withLock` has locked; nil for other frames.
  unowned(unsafe) private let locked: (any SharedCell)?
  /// The identity of that value. Comparing it needs no reference counts.
  private let lockedID: ObjectIdentifier?
  /// The versions that the turn of a store reads; nil for other frames, and until the store reads any.
  unowned(unsafe) private var reads: TurnReads?
  /// The expected values of an assertion; nil for other frames.
  unowned(unsafe) private let expectation: SharedExpectation?
  private var outer: UnsafeMutablePointer<SharingFrame>?
  /// Work that waits until no value is locked; only in the outermost frame of a `withLock`.
  private var postponed: [@Sendable () -> Void]?

  private init(
    host: (any SharingHost)? = nil,
    locked: (any SharedCell)? = nil,
    expectation: SharedExpectation? = nil
  ) {
    self.host = host
    self.locked = locked
    lockedID = locked.map { ObjectIdentifier($0) }
    self.expectation = expectation
  }

  /// The key of the thread-specific storage, plus one; zero until there is a shared value.
  private static let storage = Atomic<UInt64>(0)

  /// Whether this process has ever had a shared value. Until then, turns have no frames.
  @inline(__always)
  package static var areInUse: Bool { storage.load(ordering: .relaxed) != 0 }

  /// Makes turns have frames from now on. Call it before the first shared value exists.
  package static func use() {
    if areInUse { return }
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "The system has no room for a thread-specific value.")
    let (isFirst, _) = storage.compareExchange(
      expected: 0,
      desired: UInt64(key) + 1,
      ordering: .acquiringAndReleasing
    )
    if !isFirst { pthread_key_delete(key) }
  }

  // MARK: The thread's frames

  private static var innermost: UnsafeMutablePointer<SharingFrame>? {
    @inline(__always)
    get {
      let stored = storage.load(ordering: .acquiring)
      guard stored != 0 else { return nil }
      return pthread_getspecific(pthread_key_t(stored - 1))?.assumingMemoryBound(to: SharingFrame.self)
    }
    @inline(__always)
    set {
      // The code that enters a frame has called `use()` before.
      let stored = storage.load(ordering: .acquiring)
      pthread_setspecific(pthread_key_t(stored - 1), newValue)
    }
  }

  /// A thread's frames, as they are until it enters or leaves one. Use it only where it was looked up:
  /// looking it up twice costs more than a lock.
  package struct Stack {
    fileprivate let innermost: UnsafeMutablePointer<SharingFrame>

    /// Returns the version that a turn of a store reads again and of which nothing else has to know; nil if
    /// there is none, or if the version has to be looked up.
    ///
    /// - Parameter cell: The value. Its version stays alive until the thread leaves the frame.
    package func repeatedVersion(of cell: ObjectIdentifier) -> Unmanaged<AnyObject>? {
      let frame = innermost.pointee
      // In the body of a `withLock`, the read may have to trap.
      guard frame.outer == nil, let reads = frame.reads else { return nil }
      return reads.repeatedVersion(of: cell)
    }
  }

  /// The thread's frames; nil if it has none.
  package static var current: Stack? { innermost.map { Stack(innermost: $0) } }

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
    in outer: UnsafeMutablePointer<SharingFrame>? = Self.innermost,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    self.outer = outer
    return try withUnsafeMutablePointer(to: &self) { pointer throws(Failure) in
      Self.innermost = pointer
      defer { Self.innermost = outer }
      return try body()
    }
  }

  /// Runs the body of a `withLock`. The body locks the value, and has unlocked it when it returns.
  package static func locking(_ cell: any SharedCell, _ body: () -> Void) {
    withExtendedLifetime(cell) {
      var frame = SharingFrame(locked: cell)
      frame.around(body)
      if let postponed = frame.postponed { for work in postponed { work() } }
    }
  }

  /// Runs the body of a `withLock` on a thread that has no frames.
  ///
  /// - Parameters:
  ///   - cell: The value, which the caller has locked and keeps alive.
  ///   - body: Changes the value.
  /// - Returns: The work that the caller does after unlocking the value; nil for none.
  package static func running(_ cell: any SharedCell, _ body: () -> Void) -> [@Sendable () -> Void]? {
    var frame = SharingFrame(locked: cell)
    frame.around(in: nil, body)
    return frame.postponed
  }

  /// Postpones work until the thread has no value locked. Returns false if it has none.
  ///
  /// - Parameters:
  ///   - cell: The only value that matters; nil for any.
  ///   - work: Locks a value. In the body of a `withLock`, it might wait forever for another thread, or would
  ///     change the value that the body is about to change.
  package static func postpone(
    ifLocked cell: ObjectIdentifier? = nil,
    _ work: @escaping @Sendable () -> Void
  ) -> Bool {
    var outermost: UnsafeMutablePointer<SharingFrame>?
    var matters = false
    var next = innermost
    while let frame = next {
      if let locked = frame.pointee.lockedID {
        outermost = frame
        if cell == nil || cell == locked { matters = true }
      }
      next = frame.pointee.outer
    }
    guard let outermost, matters else { return false }
    outermost.pointee.postponed = (outermost.pointee.postponed ?? []) + [work]
    return true
  }

  /// Runs the closure of an assertion, which reads and writes expected values.
  package static func expecting<Result, Failure: Error>(
    _ expectation: SharedExpectation,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    use()
    return try withExtendedLifetime(expectation) { () throws(Failure) in
      var frame = SharingFrame(expectation: expectation)
      return try frame.around(body)
    }
  }

  /// Runs a reduction that a host answers for without a store.
  package static func hosting<Result, Failure: Error>(
    _ host: any SharingHost,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    use()
    return try withExtendedLifetime(host) { () throws(Failure) in
      var frame = SharingFrame(host: host)
      return try frame.around(body)
    }
  }

  // MARK: The frame of a store

  /// Makes the frame that a store enters for each turn. The caller frees it.
  static func allocate() -> UnsafeMutablePointer<SharingFrame> {
    let frame = UnsafeMutablePointer<SharingFrame>.allocate(capacity: 1)
    frame.initialize(to: SharingFrame())
    return frame
  }

  /// Makes a frame belong to a host, which the frame doesn't keep alive.
  static func set(_ frame: UnsafeMutablePointer<SharingFrame>, host: any SharingHost) {
    frame.pointee.host = host
  }

  /// Gives a frame the versions that its host reads from now on, which the frame doesn't keep alive.
  static func set(_ frame: UnsafeMutablePointer<SharingFrame>, reads: TurnReads) {
    frame.pointee.reads = reads
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
      if let locked = frame.pointee.lockedID {
        if access == .write || locked == ObjectIdentifier(cell), let locked = frame.pointee.locked {
          fail(cell, access, in: locked)
        }
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
    while let frame = next {
      if let host = frame.pointee.host { return .turn(host) }
      if let expectation = frame.pointee.expectation { return .assertion(expectation) }
      next = frame.pointee.outer
    }
    return .outside
  }

  private static func fail(_ cell: any SharedCell, _ access: Access, in locked: any SharedCell) -> Never {
    if cell === locked {
      preconditionFailure(
        """
        The shared value \(cell.name) was \(access == .read ? "read" : "locked") in the body of the \
        `withLock` that has locked it. Use the parameter of the body instead.
        """
      )
    }
    preconditionFailure(
      """
      The shared value \(cell.name) was locked in the body of a `withLock` that has locked \(locked.name). Two \
      bodies that lock the same values in another order would wait for each other forever. Lock all values \
      together, with `withLock($first, $second) { first, second in … }`.
      """
    )
  }
}
