/// The state of a prompt, such as an alert. The state is removed after one of the prompt's actions has been
/// sent.
///
/// `ifLet` embeds the state without a reducer. If the state is the payload of an enum's case, the prompt's
/// actions are in the action's case with the same name. If the action has no case with this name, the
/// prompt's actions are the payloads of type `Action` in any case.
public protocol EphemeralState<Action>: _PromptOrCaseReducer {}

extension EphemeralState {
  /// A reducer that does nothing.
  public static var _child: Reduce<Self, Action> { Reduce.erasing(EmptyReducer()) }
}
