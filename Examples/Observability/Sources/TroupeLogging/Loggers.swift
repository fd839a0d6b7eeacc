import Logging
import Troupe

extension Logger {
  /// The logger that somebody has bound to the current task; nil if nobody has.
  static var bound: Logger? {
    let current = Logger.current
    return current.label.isEmpty ? nil : current
  }
}

extension LoggingInstrument {
  /// The logger of an action: that of who caused it, with the metadata of the action.
  func logger(of action: ActionInfo) -> Logger {
    let inherited = action.context as? Logger
    // A reducer returned it: the task is that of the turn, and knows nothing of the action before.
    let base = action.origin == .returned ? inherited ?? .bound : .bound ?? inherited
    var logger = place(base ?? logger, action.store, action.scopePath)
    logger[LogKey.action] = text(of: action.action)
    logger[LogKey.actionID] = "\(action.id)"
    logger[LogKey.origin] = text(of: action.origin, in: action.store)
    logger.set(action.cause, root: action.root)
    return logger
  }

  /// The logger of a dismissal: that of the effect that asked for it, with the metadata of the dismissal.
  func logger(of dismissal: DismissalInfo) -> Logger {
    let base = Logger.bound ?? dismissal.context as? Logger ?? logger
    var logger = place(base, dismissal.store, dismissal.scopePath)
    logger[LogKey.actionID] = "\(dismissal.id)"
    logger.set(dismissal.cause, root: dismissal.root)
    return logger
  }

  /// The logger of an effect: that of the action that started it, with the metadata of the effect.
  func logger(of effect: EffectInfo) -> Logger {
    var logger = place(effect.context as? Logger ?? logger, effect.store, effect.snapshot.scopePath)
    logger[LogKey.effect] = effect.label
    logger[LogKey.effectID] = text(of: effect.id, in: effect.store)
    logger.set(effect.cause, root: effect.cause?.root)
    return logger
  }

  /// A logger with the metadata of a store and a scope, and none of what the base was the logger of.
  func place(_ base: Logger, _ store: StoreInfo, _ scope: ScopePath?) -> Logger {
    var logger = base
    logger[LogKey.store] = "\(store)"
    logger[LogKey.scope] = scope.flatMap { $0.components.isEmpty ? nil : text(of: $0) }
    for key in LogKey.changing { logger[key] = nil }
    return logger
  }

  private func text(of origin: ActionInfo.Origin, in store: StoreInfo) -> String {
    switch origin {
    case .sent: "sent"
    case .enqueued: "enqueued"
    case .returned: "returned"
    case .effect(let id): text(of: id, in: store)
    }
  }

  /// An id that no effect of another store has.
  private func text(of id: EffectID, in store: StoreInfo) -> String {
    let digits = String(store.run, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits + "\(id)"
  }
}

extension LogKey {
  /// What belongs to an action or an effect, and not to a store.
  fileprivate static let changing = [action, actionID, origin, causeID, rootID, effect, effectID]
}

extension Logger {
  /// The text of a piece of metadata; nil for none.
  subscript(key: String) -> String? {
    get { self[metadataKey: key].map { "\($0)" } }
    set { self[metadataKey: key] = newValue.map { .string($0) } }
  }

  mutating func set(_ cause: Cause?, root: ActionID?) {
    self[LogKey.causeID] = cause.map { "\($0.action)" }
    self[LogKey.rootID] = root.map { "\($0)" }
  }
}
