/// State of a confirmation dialog: a choice between ways to go on.
///
/// It is made and used like ``AlertState``.
public struct ConfirmationDialogState<Action: Sendable>: EphemeralState, Identifiable, Sendable {
  /// What it asks or says.
  public var title: TextState
  /// More about it.
  public var message: TextState?
  /// What can be chosen, in this order. Where there is nothing, it can only be dismissed.
  public var buttons: [ButtonState<Action>]
  private var visibility: PromptTitleVisibility?
  private var identity = PromptIdentity()

  private enum CodingKeys: CodingKey { case title, message, buttons, visibility }

  /// Whether the title is shown.
  public var titleVisibility: PromptTitleVisibility {
    get { visibility ?? .automatic }
    set { visibility = newValue == .automatic ? nil : newValue }
  }

  /// Makes a dialog.
  ///
  /// - Parameters:
  ///   - titleVisibility: Whether the title is shown.
  ///   - title: What it asks or says.
  ///   - actions: What can be chosen.
  ///   - message: More about it.
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

  /// What tells it from others, also from those with the same content. It is not compared, hashed or encoded.
  public var id: PromptID { identity.id }

  /// The same dialog, the id included, with actions of another type.
  ///
  /// - Parameter transform: Makes the action of a button from the old one; it is also asked where there is
  ///   none.
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
  /// The content, without the id, and how the title is shown where that is set.
  public var valueForText: Any {
    guard let visibility else { return (title: title, buttons: buttons, message: message) }
    return (title: title, titleVisibility: visibility, buttons: buttons, message: message)
  }
}
