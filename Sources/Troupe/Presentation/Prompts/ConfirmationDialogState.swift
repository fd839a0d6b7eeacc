/// The state of a confirmation dialog, which lets the user choose between several ways to continue.
///
/// Create and use a confirmation dialog in the same way as an ``AlertState``.
public struct ConfirmationDialogState<Action: Sendable>: EphemeralState, Identifiable, Sendable {
  /// The question or the statement.
  public var title: TextState
  /// The details.
  public var message: TextState?
  /// The buttons, in order. Without buttons, the dialog can only be dismissed.
  public var buttons: [ButtonState<Action>]
  private var visibility: PromptTitleVisibility?
  private var identity = PromptIdentity()

  private enum CodingKeys: CodingKey { case title, message, buttons, visibility }

  /// Whether the title is shown.
  public var titleVisibility: PromptTitleVisibility {
    get { visibility ?? .automatic }
    set { visibility = newValue == .automatic ? nil : newValue }
  }

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - titleVisibility: Whether the title is shown.
  ///   - title: The question or the statement.
  ///   - actions: The buttons.
  ///   - message: The details.
  public init(
    titleVisibility: PromptTitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.title = title()
    self.message = message?()
    buttons = actions()
    self.titleVisibility = titleVisibility
  }

  /// The dialog's identity, which differs even between dialogs with the same content. The identity isn't
  /// compared, hashed or encoded.
  public var id: PromptID { identity.id }

  /// Returns a copy of this dialog with actions of another type. The copy has the same id.
  ///
  /// - Parameter transform: Converts a button's action. The closure is also called for a button without an
  ///   action.
  public func map<NewAction: Sendable>(_ transform: (Action?) -> NewAction?) -> ConfirmationDialogState<
    NewAction
  > {
    var new = ConfirmationDialogState<NewAction>(titleVisibility: titleVisibility) {
      title
    }
    new.message = message
    new.buttons = buttons.map { $0.map(transform) }
    new.identity = identity
    return new
  }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}
extension ConfirmationDialogState: Encodable where Action: Encodable {}
extension ConfirmationDialogState: Decodable where Action: Decodable {}

extension ConfirmationDialogState: CustomValueText {
  /// The content, without the id. The content includes the title's visibility unless the visibility is
  /// automatic.
  public var valueForText: Any {
    guard let visibility else { return (title: title, buttons: buttons, message: message) }
    return (title: title, titleVisibility: visibility, buttons: buttons, message: message)
  }
}
