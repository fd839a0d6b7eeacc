/// The states of features that are pushed onto a stack and popped off it.
///
/// It is a collection of the elements' states, the first at the bottom. Each element has an id from when it comes in,
/// which stands for it as long as it is in the stack, whatever its position and its state become. Stacks are equal when
/// their ids and elements are. Ids are encoded along with the elements, so that a stack that is decoded has the same.
public struct StackState<Element> {
  struct Slot: Identifiable {
    let id: StackElementID
    /// Nil only while it is being changed or removed.
    var content: Element?
  }

  private(set) var slots: IdentifiedArrayOf<Slot> = []

  /// Makes an empty stack.
  public init() {}

  /// The ids of the elements, the first at the bottom.
  public var ids: [StackElementID] { slots.map(\.id) }

  /// The element with an id; nil when there is none.
  ///
  /// Setting nil removes the element. Ids are made by the stack: setting an element for one that isn't in it changes
  /// nothing, and is an issue. In tests it is put onto the stack, so that what is expected can be described.
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

  /// The payload of a case of the element with an id, changed in place; nil when there is none, or it is in another case.
  ///
  /// Setting nil removes the element. Changing it while the element is in another case changes nothing, and is an issue.
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
      // The payload is the only one to own what it holds while it is changed.
      slots[index].content = nil
      defer {
        if let payload { slots[index].content = path.embed(payload) } else { slots.remove(at: index) }
      }
      yield &payload
    }
  }

  /// Removes an element and all above it; nothing when there is none with the id.
  public mutating func pop(from id: StackElementID) {
    guard let index = slots.index(id: id) else { return }
    removeSubrange(index...)
  }

  /// Removes all elements above one; nothing when there is none with the id.
  public mutating func pop(to id: StackElementID) {
    guard let index = slots.index(id: id) else { return }
    removeSubrange((index + 1)...)
  }

  /// Puts an element onto the stack under an id that isn't in it.
  mutating func push(_ element: Element, id: StackElementID) {
    slots.append(Slot(id: id, content: element))
  }

  func changes(since token: ChangeToken) -> Changes<StackElementID> { slots.changes(since: token) }

  mutating func watch(renewing token: ChangeToken?) -> ChangeToken { slots.watch(renewing: token) }

  /// The ids, for issues.
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
      An element was set in a stack for the id \(id), which isn't in it, and was not put in. \(presence)

      Push with `append`, which makes the id.
      """
    )
  }

  private func reportOtherCase(_ id: StackElementID, _ payload: Any.Type) {
    reportIssue(
      """
      The element \(id) of a stack was to be changed in a case with a payload of type \(payload), but is in another case; \
      it was not changed.

      Look at the element's case first, or set the element itself.
      """
    )
  }
}

// It is no `MutableCollection`: to sort or swap would give each element the id of another.
extension StackState: RandomAccessCollection, RangeReplaceableCollection {
  /// The position at the bottom.
  public var startIndex: Int { slots.startIndex }

  /// The position after the top.
  public var endIndex: Int { slots.endIndex }

  /// The element at a position. Setting it keeps the id.
  public subscript(position: Int) -> Element {
    get {
      guard let element = slots[position].content else {
        preconditionFailure("A slot without content is in no stack.")
      }
      return element
    }
    _modify {
      // It has content, as it isn't being removed, and can only be changed in place like this.
      // swift-format-ignore: NeverForceUnwrap
      yield &slots[position].content!
    }
  }

  /// Replaces elements by others, which get new ids.
  public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
    @Dependency(\.stackElementID) var makeID
    let new = elements.map { element in
      var id = makeID()
      // The stack may come from where ids were made by another.
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
  /// The elements under their ids.
  public var valueForText: Any {
    Dictionary(uniqueKeysWithValues: zip(ids, self))
  }
}

extension StackState: ExpressibleByArrayLiteral {
  /// Makes a stack of elements, the first at the bottom.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension ContainerAccess where Key == StackElementID {
  /// The elements of a stack.
  static func stack() -> Self where Container == StackState<Child> {
    .elements { stack, id, body in
      guard let index = stack.slots.index(id: id) else { return false }
      body(&stack[index], 0)
      return true
    } remove: {
      $0[id: $1] = nil
    }
  }
}
