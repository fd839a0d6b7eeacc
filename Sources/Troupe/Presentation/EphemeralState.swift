/// State of a prompt, such as an alert, that goes away as soon as one of its actions was sent.
///
/// `ifLet` takes it without a reducer. Where it is in a case of an enum, its actions are those in the case of the same name,
/// or, where there is none, in the cases that hold its `Action`: what can be chosen in the prompt.
public protocol EphemeralState<Action>: _PromptOrCaseReducer {}

extension EphemeralState {
  /// A reducer that does nothing.
  public static var _child: Reduce<Self, Action> { Reduce.erasing(EmptyReducer()) }
}
