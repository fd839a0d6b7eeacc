/// State of a prompt, such as an alert, that is removed when one of its actions has been sent.
///
/// `ifLet` takes it without a reducer. If it is the payload of an enum's case, its actions are those in the
/// case with the same name. Without such a case, they are those in the cases whose payload is its `Action`,
/// the choices in the prompt.
public protocol EphemeralState<Action>: _PromptOrCaseReducer {}

extension EphemeralState {
  /// A reducer that does nothing.
  public static var _child: Reduce<Self, Action> { Reduce.erasing(EmptyReducer()) }
}
