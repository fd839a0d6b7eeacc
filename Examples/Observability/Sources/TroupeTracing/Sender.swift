import Tracing
import Troupe

/// Where the span of an action belongs.
struct Sender {
  /// The context of the span above it; nil if it wasn't sent under one.
  private(set) var parent: ServiceContext?
  /// Whether that is the context of the current task.
  private(set) var isUnderParent = false
  /// The context of another span that also caused it.
  private(set) var link: ServiceContext?

  init(of action: ActionInfo) {
    let current = ServiceContext.current
    let origin = action.origin
    if let current, origin == .sent || origin == .enqueued {
      parent = current
      isUnderParent = true
      return
    }
    let inherited = action.instrumentContext as? ServiceContext
    switch origin {
    case .sent, .enqueued:
      parent = inherited
    case .returned:
      // The task is the turn's, and doesn't know the previous action.
      parent = inherited ?? current
    case .effect(let number):
      guard let effect = RunningEffect.current,
        effect.id == RunningEffect.ID(run: action.store.run, number: number)
      else {
        // The store sent it for the effect, after its work had failed.
        parent = inherited ?? current
        return
      }
      parent = current ?? effect.context
      // The effect sent it in another context, such as the context of a message that it has received.
      if let current, !effect.isAbove(current) { link = effect.context }
    @unknown default:
      parent = inherited ?? current
    }
  }
}
