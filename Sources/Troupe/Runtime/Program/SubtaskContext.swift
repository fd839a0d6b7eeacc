/// The task-local value in the task of an effect's subtask, for `withTaskCancellation`.
final class SubtaskContext: Sendable {
  let effect: RunningEffect
  let mark = TaskIdentity()

  init(of effect: RunningEffect) { self.effect = effect }
}
