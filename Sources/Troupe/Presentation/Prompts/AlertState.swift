/// The state of an alert, which shows a statement or a question to which the user has to respond before
/// continuing.
///
/// ```swift
/// case .deleteTapped:
///   state.alert = AlertState {
///     TextState("Delete \(state.name)?")
///   } actions: {
///     ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
///     ButtonState(role: .cancel) { TextState("Keep it") }
///   } message: {
///     TextState("This can't be undone.")
///   }
///   return .none
/// case .alert(.presented(.delete)):
///   return .run { [name = state.name] _ in try await delete(name) }
/// ```
///
/// The state of an alert is plain data, so a terminal, a chat bot or a web page can display the alert. After
/// a button's action has been sent, `ifLet` removes the alert from the state. A button without an action
/// represents ``PresentationAction/dismiss``.
public struct AlertState<Action: Sendable>: EphemeralState, Identifiable, Sendable {
  /// The question or the statement.
  public var title: TextState
  /// The details.
  public var message: TextState?
  /// The buttons, in order. Without buttons, the alert can only be dismissed.
  public var buttons: [ButtonState<Action>]
  private var identity = PromptIdentity()

  private enum CodingKeys: CodingKey { case title, message, buttons }

  /// Creates an alert.
  ///
  /// - Parameters:
  ///   - title: The question or the statement.
  ///   - actions: The buttons.
  ///   - message: The details.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.title = title()
    self.message = message?()
    buttons = actions()
  }

  /// The alert's identity, which differs even between alerts with the same content. The identity isn't
  /// compared, hashed or encoded.
  public var id: PromptID { identity.id }

  /// Returns a copy of this alert with actions of another type. The copy has the same id.
  ///
  /// - Parameter transform: Converts a button's action. The closure is also called for a button without an
  ///   action.
  public func map<NewAction: Sendable>(_ transform: (Action?) -> NewAction?) -> AlertState<NewAction> {
    var new = AlertState<NewAction> {
      title
    }
    new.message = message
    new.buttons = buttons.map { $0.map(transform) }
    new.identity = identity
    return new
  }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState: Encodable where Action: Encodable {}
extension AlertState: Decodable where Action: Decodable {}

extension AlertState: CustomValueText {
  /// The content, without the id.
  public var valueForText: Any { (title: title, buttons: buttons, message: message) }
}
