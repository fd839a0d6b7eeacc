/// A button of a prompt.
public struct ButtonState<Action: Sendable>: Sendable {
  /// The role of the button; nil for no role.
  public var role: ButtonStateRole?
  /// The action that is sent when the button is chosen; nil for a button that only closes the prompt.
  public var action: Action?
  /// The label of the button.
  public var label: TextState

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - role: The role of the button; nil for no role.
  ///   - action: The action that is sent when the button is chosen; nil for a button that only closes the
  ///     prompt.
  ///   - label: The label of the button.
  public init(role: ButtonStateRole? = nil, action: Action? = nil, label: () -> TextState) {
    self.role = role
    self.action = action
    self.label = label()
  }

  /// Returns a copy of this button with an action of another type.
  ///
  /// - Parameter transform: Converts the action. The closure is also called if the button has no action.
  public func map<NewAction: Sendable>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(role: role, action: transform(action)) { label }
  }
}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: Encodable where Action: Encodable {}
extension ButtonState: Decodable where Action: Decodable {}
