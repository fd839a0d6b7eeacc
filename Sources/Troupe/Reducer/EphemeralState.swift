/// State of a prompt, such as an alert, that is removed after one of its actions has been sent.
///
/// `ifLet` embeds it without a reducer. If it is the payload of an enum's case, its actions are in the case
/// with the same name. If no such case exists, its actions are the payloads of type `Action` in any case.
public protocol EphemeralState<Action>: _PromptOrCaseReducer {}

extension EphemeralState {
  /// A reducer that does nothing.
  public static var _child: Reduce<Self, Action> { Reduce.erasing(EmptyReducer()) }
}
