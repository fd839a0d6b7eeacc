/// State of an alert: something that is said or asked before anything else goes on.
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
/// It is plain data: a terminal, a chat bot or a page shows it as it sees fit. When one of the buttons'
/// actions was sent, `ifLet` takes it out of the state; one that has no action is for
/// ``PresentationAction/dismiss``.
public struct AlertState<Action: Sendable>: EphemeralState, Identifiable, Sendable {
  /// What it asks or says.
  public var title: TextState
  /// More about it.
  public var message: TextState?
  /// What can be chosen, in this order. Where there is nothing, it can only be dismissed.
  public var buttons: [ButtonState<Action>]
  private var identity = PromptIdentity()

  private enum CodingKeys: CodingKey { case title, message, buttons }

  /// Makes an alert.
  ///
  /// - Parameters:
  ///   - title: What it asks or says.
  ///   - actions: What can be chosen.
  ///   - message: More about it.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.title = title()
    self.message = message?()
    buttons = actions()
  }

  /// What tells it from others, also from those with the same content. It is not compared, hashed or encoded.
  public var id: PromptID { identity.id }

  /// The same alert, the id included, with actions of another type.
  ///
  /// - Parameter transform: Makes the action of a button from the old one; it is also asked where there is
  ///   none.
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
