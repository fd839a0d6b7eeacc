import TroupeStoreViews

/// The action that a button of an alert or a dialog sends, if any.
public struct ButtonStateAction<Action: Sendable>: Sendable {
  let action: Action?

  /// Creates a value that sends an action, or no action if the argument is nil.
  ///
  /// - Parameter action: The action to send.
  public static func send(_ action: Action?) -> Self { Self(action: action) }
}

extension ButtonState {
  /// Creates a button that sends an action, as in `ButtonState(action: .send(.deleted)) { TextState("Delete")
  /// }`.
  ///
  /// - Parameters:
  ///   - role: The button's role.
  ///   - action: The action that the button sends.
  ///   - label: A closure that returns the button's text.
  @_disfavoredOverload
  public init(role: ButtonStateRole? = nil, action: ButtonStateAction<Action>, label: () -> TextState) {
    self.init(role: role, action: action.action, label: label)
  }

  /// Returns a button with the role `cancel`.
  ///
  /// - Parameters:
  ///   - label: The button's text.
  ///   - action: The action that the button sends.
  public static func cancel(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> Self {
    Self(role: .cancel, action: action.action) { label }
  }

  /// Returns a button without a role.
  ///
  /// - Parameters:
  ///   - label: The button's text.
  ///   - action: The action that the button sends.
  public static func `default`(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> Self {
    Self(action: action.action) { label }
  }

  /// Returns a button with the role `destructive`.
  ///
  /// - Parameters:
  ///   - label: The button's text.
  ///   - action: The action that the button sends.
  public static func destructive(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> Self {
    Self(role: .destructive, action: action.action) { label }
  }
}

extension AlertState {
  /// Creates an alert with at most one button.
  ///
  /// - Parameters:
  ///   - title: The alert's title.
  ///   - message: The alert's message.
  ///   - dismissButton: The only button; nil for the UI toolkit's default button.
  public init(title: TextState, message: TextState? = nil, dismissButton: ButtonState<Action>? = nil) {
    self.init(title: title, message: message, buttons: dismissButton.map { [$0] } ?? [])
  }

  /// Creates an alert with two buttons.
  ///
  /// - Parameters:
  ///   - title: The alert's title.
  ///   - message: The alert's message.
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

  /// Creates an alert with any number of buttons.
  ///
  /// - Parameters:
  ///   - title: The alert's title.
  ///   - message: The alert's message.
  ///   - buttons: The alert's buttons.
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>]) {
    self.init { title }
    self.message = message
    self.buttons = buttons
  }
}

// A text has no style, because the UI toolkit that shows the text decides on the style. The following methods
// document this in one place.
extension TextState {
  /// Returns the text unchanged, because a `TextState` has no style.
  public func bold() -> TextState { self }

  /// Returns the text unchanged, because a `TextState` has no style.
  public func italic() -> TextState { self }

  /// Returns the text unchanged, because a `TextState` has no style.
  ///
  /// - Parameter isActive: Whether the text would be underlined.
  public func underline(_ isActive: Bool = true) -> TextState { self }

  /// Returns the text unchanged, because a `TextState` has no style.
  ///
  /// - Parameter isActive: Whether the text would be struck through.
  public func strikethrough(_ isActive: Bool = true) -> TextState { self }

  /// Creates a text that is shown without translation.
  ///
  /// - Parameter string: The text to show.
  public init(verbatim string: String) { self.init(string) }
}
