/// A button of a prompt: something that can be chosen in it.
public struct ButtonState<Action: Sendable>: Sendable {
  /// What the button stands for, where it is not just one of several.
  public var role: ButtonStateRole?
  /// What is sent when the button is chosen; nil when it only closes the prompt.
  public var action: Action?
  /// What the button says.
  public var label: TextState

  /// Makes a button.
  ///
  /// - Parameters:
  ///   - role: What it stands for.
  ///   - action: What is sent when it is chosen; nil when it only closes the prompt.
  ///   - label: What it says.
  public init(role: ButtonStateRole? = nil, action: Action? = nil, label: () -> TextState) {
    self.role = role
    self.action = action
    self.label = label()
  }

  /// The same button with an action of another type.
  ///
  /// - Parameter transform: Makes the new action from the old one; it is also asked where there is none.
  public func map<NewAction: Sendable>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(role: role, action: transform(action)) { label }
  }
}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: Encodable where Action: Encodable {}
extension ButtonState: Decodable where Action: Decodable {}
