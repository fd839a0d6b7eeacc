import TroupeStoreViews

/// What a button of an alert or a dialog sends.
public struct ButtonStateAction<Action: Sendable>: Sendable {
  let action: Action?

  /// Sends an action; nil sends none.
  ///
  /// - Parameter action: The action.
  public static func send(_ action: Action?) -> Self { Self(action: action) }
}

extension ButtonState {
  /// Creates a button that sends an action: `ButtonState(action: .send(.deleted)) { TextState("Delete") }`.
  ///
  /// - Parameters:
  ///   - role: The role of the button.
  ///   - action: What the button sends.
  ///   - label: The text of the button.
  @_disfavoredOverload
  public init(role: ButtonStateRole? = nil, action: ButtonStateAction<Action>, label: () -> TextState) {
    self.init(role: role, action: action.action, label: label)
  }

  /// Returns a button with the role `cancel`.
  ///
  /// - Parameters:
  ///   - label: The text of the button.
  ///   - action: What the button sends.
  public static func cancel(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> Self {
    Self(role: .cancel, action: action.action) { label }
  }

  /// Returns a button without a role.
  ///
  /// - Parameters:
  ///   - label: The text of the button.
  ///   - action: What the button sends.
  public static func `default`(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> Self {
    Self(action: action.action) { label }
  }

  /// Returns a button with the role `destructive`.
  ///
  /// - Parameters:
  ///   - label: The text of the button.
  ///   - action: What the button sends.
  public static func destructive(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> Self {
    Self(role: .destructive, action: action.action) { label }
  }
}

extension AlertState {
  /// Creates an alert with up to two buttons.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The message.
  ///   - dismissButton: The only button; nil for the toolkit's default.
  public init(title: TextState, message: TextState? = nil, dismissButton: ButtonState<Action>? = nil) {
    self.init(title: title, message: message, buttons: dismissButton.map { [$0] } ?? [])
  }

  /// Creates an alert with two buttons.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The message.
  ///   - primaryButton: The first button.
  ///   - secondaryButton: The second button.
  public init(
    title: TextState,
    message: TextState? = nil,
    primaryButton: ButtonState<Action>,
    secondaryButton: ButtonState<Action>
  ) {
    self.init(title: title, message: message, buttons: [primaryButton, secondaryButton])
  }

  /// Creates an alert.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The message.
  ///   - buttons: The buttons.
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>]) {
    self.init { title }
    self.message = message
    self.buttons = buttons
  }
}

// A text has no style: the toolkit that shows it decides. These say so in one place.
extension TextState {
  /// Returns the text unchanged: a text has no style here.
  public func bold() -> TextState { self }

  /// Returns the text unchanged: a text has no style here.
  public func italic() -> TextState { self }

  /// Returns the text unchanged: a text has no style here.
  ///
  /// - Parameter isActive: Whether the text would be underlined.
  public func underline(_ isActive: Bool = true) -> TextState { self }

  /// Returns the text unchanged: a text has no style here.
  ///
  /// - Parameter isActive: Whether the text would be struck through.
  public func strikethrough(_ isActive: Bool = true) -> TextState { self }

  /// Creates a text that is shown as it is, without a translation.
  ///
  /// - Parameter string: The text.
  public init(verbatim string: String) { self.init(string) }
}
