import Logging
import Troupe

extension Logger {
  /// The logger that is bound to the current task; nil if there is none.
  static var bound: Logger? {
    let current = Logger.current
    return current.label.isEmpty ? nil : current
  }

  /// The logger with the metadata of a trail, without the metadata of its previous trail.
  func on(_ trail: Trail) -> Logger {
    Logger(label: label) { _ in TracedLogHandler(handler, trail) }
  }
}

extension LoggingInstrument {
  /// The logger of an action: its cause's logger, with the metadata of the action.
  func logger(of action: ActionInfo) -> Logger {
    let origin = action.origin
    // A reducer returned it: the task is the turn's, and doesn't know the previous action.
    let base =
      origin == .returned
      ? action.instrumentContext as? Logger ?? .bound : .bound ?? action.instrumentContext as? Logger
    let work = Trail.Work.action(text(of: action.action), action.id, origin)
    return (base ?? logger).on(trail(action.store, action.scopePath, work, action.cause, action.root))
  }

  /// The logger of a dismissal: the logger of the effect that asked for it, with the metadata of the
  /// dismissal.
  func logger(of dismissal: DismissalInfo) -> Logger {
    let base = Logger.bound ?? dismissal.instrumentContext as? Logger ?? logger
    return base.on(
      trail(dismissal.store, dismissal.scopePath, .dismissal(dismissal.id), dismissal.cause, dismissal.root)
    )
  }

  /// The logger of an effect: the logger of the action that started it, with the metadata of the effect.
  func logger(of effect: EffectInfo) -> Logger {
    let base = effect.instrumentContext as? Logger ?? logger
    let work = Trail.Work.effect(effect.label, effect.id)
    return base.on(trail(effect.store, effect.snapshot.scopePath, work, effect.cause, effect.cause?.root))
  }

  func trail(
    _ store: StoreInfo,
    _ scope: ScopePath?,
    _ work: Trail.Work = .none,
    _ cause: Cause? = nil,
    _ root: ActionID? = nil
  ) -> Trail {
    let scope = scope.flatMap { $0.components.isEmpty ? nil : text(of: $0) }
    return Trail(store: store, scope: scope, work, cause: cause, root: root)
  }
}
