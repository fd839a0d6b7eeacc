/// What was read of a state, and how to tell whether any of it has changed since.
///
/// What tells it is a closure made where the member is read, in code that the compiler has specialized for the state; that is
/// why the members of ``ObservedState`` are `@inlinable`. In code for any state, types are looked up each time: to
/// tell that a member of a child hasn't changed took 2 µs in place of 0.6.
@usableFromInline
final class Reads<State> {
  /// Something that was read.
  private final class Part {
    let isUnchanged: (State) -> Bool
    /// What notes what is read of it in its turn.
    let inner: AnyObject?
    var next: Part?

    init(_ inner: AnyObject?, _ isUnchanged: @escaping (State) -> Bool) {
      self.inner = inner
      self.isUnchanged = isUnchanged
    }
  }

  private let type = State.self as? any ObservableState.Type
  // They are in the order in which they were read first. They are chained: in code for any type, to go through an array is to
  // look up what it is an array of.
  private var first: Part?
  private var last: Part?
  private var index: [AnyKeyPath: Part] = [:]

  @usableFromInline
  init() {}

  /// Whether all that was read has the value that it had.
  @usableFromInline
  func isUnchanged(in state: State) -> Bool {
    var next = first
    while let part = next {
      guard part.isUnchanged(state) else { return false }
      next = part.next
    }
    return true
  }

  /// Whether it is noted that a member was read as a whole, or as one that isn't there.
  @usableFromInline
  func notesWhole(_ member: AnyKeyPath) -> Bool { index[member].map { $0.inner == nil } ?? false }

  /// What notes what is read of a member in its turn; nil where there is none yet.
  @usableFromInline
  func inner<Inner: AnyObject>(of member: AnyKeyPath, as type: Inner.Type) -> Inner? {
    index[member]?.inner as? Inner
  }

  /// Notes that a member was read, unless it is ignored.
  ///
  /// - Parameters:
  ///   - member: What stands for the member; nil where nothing does.
  ///   - inner: What notes what is read of it in its turn.
  ///   - isUnchanged: Tells whether it has still the value that it has now.
  @usableFromInline
  func note(
    _ member: AnyKeyPath?,
    inner: AnyObject? = nil,
    _ isUnchanged: @escaping (State) -> Bool
  ) {
    let part = Part(inner, isUnchanged)
    if let member {
      if type?._$ignores(member) == true { return }
      index[member] = part
    }
    last?.next = part
    last = part
    if first == nil { first = part }
  }

  // A chain is taken apart link by link: left to itself, it would do so by recursion.
  deinit {
    index = [:]
    last = nil
    while let part = first {
      first = part.next
      part.next = nil
    }
  }
}
