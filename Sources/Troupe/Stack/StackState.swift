/// The states of features that are pushed onto a stack and popped off it.
///
/// The stack is a collection of the elements' states, with the first element at the bottom. Each element gets
/// an id when it is pushed. The id identifies the element as long as the element is in the stack, regardless
/// of the element's position and state. Stacks are equal if their ids and elements are equal. The ids are
/// encoded together with the elements, so a decoded stack has the same ids.
public struct StackState<Element> {
  struct Slot: Identifiable {
    let id: StackElementID
    /// The element's state; nil only while the element is being changed or removed.
    var content: Element?
  }

  private(set) var slots: IdentifiedArrayOf<Slot> = []

  /// Creates an empty stack.
  public init() {}

  /// The ids of the elements, from bottom to top.
  public var ids: [StackElementID] { slots.map(\.id) }

  /// The element with an id; nil if the stack has no such element.
  ///
  /// Setting nil removes the element. The stack creates the ids, so setting an element for an id that isn't
  /// in the stack reports an issue and changes nothing. In a test's closure that describes the expected
  /// state, the same assignment pushes the element.
  public subscript(id id: StackElementID) -> Element? {
    get { slots[id: id]?.content }
    _modify {
      guard let index = slots.index(id: id) else {
        var new: Element?
        defer { if let new { pushInTest(new, id: id) } }
        yield &new
        return
      }
      defer { if slots[index].content == nil { slots.remove(at: index) } }
      yield &slots[index].content
    }
  }

  /// The payload of a case of the element with an id, changed in place; nil if the stack has no such element,
  /// or if the element is in another case.
  ///
  /// Setting nil removes the element. Changing the payload while the element is in another case reports an
  /// issue and changes nothing.
  public subscript<Payload>(
    id id: StackElementID,
    case path: any CaseKeyPath<Element, Payload> & Sendable
  ) -> Payload? {
    get { self[id: id].flatMap { AnyCasePath(path).extract(from: $0) } }
    _modify {
      let path = AnyCasePath(path)
      var payload = self[id: id].flatMap { path.extract(from: $0) }
      guard payload != nil, let index = slots.index(id: id) else {
        defer {
          if slots[id: id] != nil {
            reportOtherCase(id, Payload.self)
          } else if payload != nil {
            reportUnknown(id)
          }
        }
        yield &payload
        return
      }
      // The payload must be the only owner of its contents while the payload is changed.
      slots[index].content = nil
      defer {
        if let payload { slots[index].content = path.embed(payload) } else { slots.remove(at: index) }
      }
      yield &payload
    }
  }

  /// Removes an element and all elements above it. If the stack has no element with the id, nothing changes.
  public mutating func pop(from id: StackElementID) {
    guard let index = slots.index(id: id) else { return }
    removeSubrange(index...)
  }

  /// Removes all elements above an element. If the stack has no element with the id, nothing changes.
  public mutating func pop(to id: StackElementID) {
    guard let index = slots.index(id: id) else { return }
    removeSubrange((index + 1)...)
  }

  /// Pushes an element with an id that isn't in the stack yet.
  mutating func push(_ element: Element, id: StackElementID) {
    slots.append(Slot(id: id, content: element))
  }

  mutating func beginReading(
    since token: ChangeToken?,
    withAdditions: Bool,
    length: inout Int,
    into ids: inout [StackElementID]
  ) -> Changes {
    slots.beginReading(since: token, withAdditions: withAdditions, length: &length, into: &ids)
  }

  mutating func endReading(_ length: Int, clearing ids: inout [StackElementID]) -> ChangeToken {
    slots.endReading(length, clearing: &ids)
  }

  /// A list of the ids, for the texts of issues.
  var presence: String {
    let named = ids.prefix(20).map(\.description) + (ids.count > 20 ? ["… (\(ids.count))"] : [])
    return "Ids present: \(named.isEmpty ? "none" : named.joined(separator: ", "))."
  }

  private mutating func pushInTest(_ element: Element, id: StackElementID) {
    @Dependency(\.context) var context
    @Dependency(\.stackElementID) var makeID
    guard context == .test else { return reportUnknown(id) }
    makeID.skip(past: id)
    push(element, id: id)
  }

  private func reportUnknown(_ id: StackElementID) {
    reportIssue(
      """
      A stack of \(Element.self) was assigned an element for the id \(id), which isn't in the stack. The element was dropped. \(presence)

      Push an element with `append`, which creates the id.
      """
    )
  }

  private func reportOtherCase(_ id: StackElementID, _ payload: Any.Type) {
    reportIssue(
      """
      A payload of type \(payload) was set in the element \(id) of a stack of \(Element.self), but the element is in another case. The \
      change was dropped.

      Check the element's case before the change, or set the element itself.
      """
    )
  }
}

// A stack isn't a `MutableCollection`, because sorting or swapping would give elements the ids of other
// elements.
extension StackState: RandomAccessCollection, RangeReplaceableCollection {
  /// The position of the bottom element.
  public var startIndex: Int { slots.startIndex }

  /// The position after the top element.
  public var endIndex: Int { slots.endIndex }

  /// The element at a position. Setting the element keeps its id.
  public subscript(position: Int) -> Element {
    get {
      guard let element = slots[position].content else {
        preconditionFailure("A stack contains a slot without content.")
      }
      return element
    }
    _modify {
      // The slot has content, because its element isn't being removed, and only this accessor changes the
      // content in place.
      // swift-format-ignore: NeverForceUnwrap
      yield &slots[position].content!
    }
  }

  /// Replaces elements with new elements, which get new ids.
  public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
    @Dependency(\.stackElementID) var makeID
    let new = elements.map { element in
      var id = makeID()
      // The stack may contain ids from another generator, so ids that are already in use are skipped.
      while slots.index(id: id) != nil { id = makeID() }
      return Slot(id: id, content: element)
    }
    slots.replaceSubrange(range, with: new)
  }
}

extension StackState.Slot: Equatable where Element: Equatable {}
extension StackState.Slot: Hashable where Element: Hashable {}
extension StackState.Slot: Sendable where Element: Sendable {}
extension StackState: Equatable where Element: Equatable {}
extension StackState: Hashable where Element: Hashable {}
extension StackState: Sendable where Element: Sendable {}

extension StackState: CustomValueText {
  /// The elements with their ids.
  public var valueForText: Any {
    Dictionary(uniqueKeysWithValues: zip(ids, self))
  }
}

extension StackState: ExpressibleByArrayLiteral {
  /// Creates a stack from elements, with the first element at the bottom.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}
