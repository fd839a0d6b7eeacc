/// The value that the task of a subtask of an effect carries along, for `withTaskCancellation`.
final class SubtaskContext: Sendable {
  let effect: RunningEffect
  let mark = TaskIdentity()

  init(of effect: RunningEffect) { self.effect = effect }
}
