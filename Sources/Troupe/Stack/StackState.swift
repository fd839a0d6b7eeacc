/// The states of features that are pushed onto a stack and popped off it.
///
/// It is a collection of the elements' states, the first at the bottom. Each element has an id from when it comes in,
/// which stands for it as long as it is in the stack, whatever its position and its state become. Stacks are equal when
/// their ids and elements are. Only the elements are encoded; when they are decoded, they get new ids.
public struct StackState<Element> {
  struct Slot: Identifiable {
    let id: StackElementID
    /// Nil only while it is being removed.
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
  /// nothing, and is an issue.
  public subscript(id id: StackElementID) -> Element? {
    get { slots[id: id]?.content }
    _modify {
      guard let index = slots.index(id: id) else {
        var none: Element?
        defer { if none != nil { reportUnknown(id) } }
        yield &none
        return
      }
      defer { if slots[index].content == nil { slots.remove(at: index) } }
      yield &slots[index].content
    }
  }

  /// The payload of a case of the element with an id; nil when there is none, or it is in another case.
  ///
  /// Setting nil removes the element. Setting it while the element is in another case changes nothing, and is an issue.
  public subscript<Payload>(
    id id: StackElementID,
    case path: any CaseKeyPath<Element, Payload> & Sendable
  ) -> Payload? {
    get { self[id: id].flatMap { AnyCasePath(path).extract(from: $0) } }
    set {
      guard let element = self[id: id] else {
        if newValue != nil { reportUnknown(id) }
        return
      }
      let path = AnyCasePath(path)
      guard path.extract(from: element) != nil else { return reportOtherCase(id, Payload.self) }
      self[id: id] = newValue.map { path.embed($0) }
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
    "Ids present: \(ids.isEmpty ? "none" : ids.map(\.description).joined(separator: ", "))."
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

extension StackState: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
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
    let new = elements.map { Slot(id: makeID(), content: $0) }
    slots.replaceSubrange(range, with: new)
  }
}

extension StackState.Slot: Equatable where Element: Equatable {}
extension StackState.Slot: Hashable where Element: Hashable {}
extension StackState.Slot: Sendable where Element: Sendable {}
extension StackState: Equatable where Element: Equatable {}
extension StackState: Hashable where Element: Hashable {}
extension StackState: Sendable where Element: Sendable {}

extension StackState: ExpressibleByArrayLiteral {
  /// Makes a stack of elements, the first at the bottom.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState: Encodable where Element: Encodable {
  /// Encodes the elements.
  public func encode(to encoder: any Encoder) throws { try Array(self).encode(to: encoder) }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes the elements, which get new ids.
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension ChildAccess where Key == StackElementID {
  /// The elements of a stack.
  static func stack(_ path: any WritableKeyPath<Parent, StackState<Child>> & Sendable) -> ChildAccess {
    let member = MemberAccess(path)
    return ChildAccess(
      modify: { parent, id, body in
        member.modify(&parent) { stack in
          guard let index = stack.slots.index(id: id) else { return false }
          body(&stack[index], 0)
          return true
        }
      },
      remove: { parent, id in member.modify(&parent) { $0[id: id] = nil } },
      changes: { parent, token in member.modify(&parent) { $0.changes(since: token) } },
      watch: { parent, token in member.modify(&parent) { $0.watch(renewing: token) } }
    )
  }
}
