/// What was read of a state, and how to tell whether any of it has changed since.
///
/// What tells it is a closure made where the member is read, in code that the compiler has specialized for
/// the state; that is why the members of ``ObservedState`` are `@inlinable`. In code for any state, types are
/// looked up each time: to tell that a member of a child hasn't changed took 2 µs in place of 0.6.
///
/// Where reads are tracked one by one, ``isUnchanged(in:)`` notes what has changed for those who track it,
/// forgets that, and forgets what nobody tracks any more.
@usableFromInline
final class Reads<State> {
  /// Something that was read.
  private final class Part {
    let member: AnyKeyPath?
    let isUnchanged: (State) -> Bool
    /// What notes what is read of it in its turn.
    let inner: AnyObject?
    var next: Part?
    var token = WeakToken()

    init(_ member: AnyKeyPath?, _ inner: AnyObject?, _ isUnchanged: @escaping (State) -> Bool) {
      self.member = member
      self.inner = inner
      self.isUnchanged = isUnchanged
    }

    var nested: (any NestedReads)? { inner as? any NestedReads }
    var isTracked: Bool { token.token != nil || nested?.isTracked == true }
  }

  let tracking: ReadTracking?
  private let type = State.self as? any ObservableState.Type
  // They are in the order in which they were read first. They are chained: in code for any type, to go
  // through an array is to look up what it is an array of.
  private var first: Part?
  private var last: Part?
  private var index: [AnyKeyPath: Part] = [:]

  @usableFromInline
  init() {
    tracking = nil
  }

  init(tracking: ReadTracking?) {
    self.tracking = tracking
  }

  /// What notes what is read of a child, tracked where this is.
  @usableFromInline
  func nested<Child>(_ child: Child.Type) -> Reads<Child> { Reads<Child>(tracking: tracking) }

  /// Whether all that was read has the value that it had.
  @usableFromInline
  func isUnchanged(in state: State) -> Bool {
    if let tracking {
      noteChanges(in: state, tracking)
      return true
    }
    var next = first
    while let part = next {
      guard part.isUnchanged(state) else { return false }
      next = part.next
    }
    return true
  }

  /// Whether it is noted that a member was read as a whole, or as one that isn't there.
  @usableFromInline
  func notesWhole(_ member: AnyKeyPath) -> Bool {
    guard let part = index[member], part.inner == nil else { return false }
    _ = tracking?.track(&part.token)
    return true
  }

  /// What notes what is read of a member in its turn; nil where there is none yet.
  @usableFromInline
  func inner<Inner: AnyObject>(of member: AnyKeyPath, as type: Inner.Type) -> Inner? {
    guard let part = index[member], let inner = part.inner as? Inner else { return nil }
    _ = tracking?.track(&part.token)
    return inner
  }

  /// Notes that a member was read, unless it is ignored, or nobody who is tracked has read it.
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
    let part = Part(member, inner, isUnchanged)
    if let member, type?._$ignores(member) == true { return }
    if let tracking, !tracking.track(&part.token) { return }
    if let member { index[member] = part }
    append(part)
  }

  private func append(_ part: Part) {
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

extension Reads: NestedReads {
  var isTracked: Bool {
    var next = first
    while let part = next {
      if part.isTracked { return true }
      next = part.next
    }
    return false
  }

  func noteAllChanged() {
    for part in takeParts() {
      tracking?.note(changed: part.token)
      part.nested?.noteAllChanged()
    }
    index = [:]
  }

  private func noteChanges(in state: State, _ tracking: ReadTracking) {
    for part in takeParts() {
      if part.isTracked {
        if part.isUnchanged(state) {
          append(part)
          continue
        }
        tracking.note(changed: part.token)
        part.nested?.noteAllChanged()
      }
      if let member = part.member, index[member] === part { index[member] = nil }
    }
  }

  /// Takes all parts out of the chain.
  private func takeParts() -> [Part] {
    var parts: [Part] = []
    while let part = first {
      first = part.next
      part.next = nil
      parts.append(part)
    }
    last = nil
    return parts
  }
}
