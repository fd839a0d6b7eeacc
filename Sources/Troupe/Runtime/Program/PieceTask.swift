/// The value that the task of a piece of an effect carries along, for `withTaskCancellation`.
final class PieceTask: Sendable {
  let effect: RunningEffect
  let mark = TaskMark()

  init(of effect: RunningEffect) { self.effect = effect }
}
