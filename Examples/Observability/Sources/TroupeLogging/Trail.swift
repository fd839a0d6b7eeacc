import Logging
import Troupe

/// What runs, and its cause.
///
/// It doesn't hold the action, which would keep the action's contents alive.
struct Trail: Sendable {
  /// What is run.
  enum Work: Sendable {
    case none
    case action(String, ActionID, ActionInfo.Origin)
    case dismissal(ActionID)
    case effect(String, EffectID)
    /// An action that isn't reduced.
    case droppedAction(String)
  }

  private let store: StoreInfo
  private let scope: String?
  private let work: Work
  private let cause: ActionID?
  private let root: ActionID?

  init(store: StoreInfo, scope: String?, _ work: Work = .none, cause: Cause? = nil, root: ActionID? = nil) {
    self.store = store
    self.scope = scope
    self.work = work
    self.cause = cause?.action
    self.root = root
  }

  var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = [LogKey.store: "\(store)"]
    metadata[LogKey.scope] = scope.map { "\($0)" }
    switch work {
    case .none: break
    case .action(let action, let id, let origin):
      metadata[LogKey.action] = "\(action)"
      metadata[LogKey.actionID] = "\(id)"
      metadata[LogKey.origin] = "\(text(of: origin))"
    case .dismissal(let id): metadata[LogKey.actionID] = "\(id)"
    case .effect(let label, let id):
      metadata[LogKey.effect] = "\(label)"
      metadata[LogKey.effectID] = "\(text(of: id))"
    case .droppedAction(let action): metadata[LogKey.action] = "\(action)"
    }
    metadata[LogKey.causeID] = cause.map { "\($0)" }
    metadata[LogKey.rootID] = root.map { "\($0)" }
    return metadata
  }

  private func text(of origin: ActionInfo.Origin) -> String {
    switch origin {
    case .sent: "sent"
    case .enqueued: "enqueued"
    case .returned: "returned"
    case .effect(let id): text(of: id)
    @unknown default: "\(origin)"
    }
  }

  /// An id that no effect of another store has.
  private func text(of id: EffectID) -> String {
    let digits = String(store.run, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits + "\(id)"
  }
}

extension LogKey {
  /// Whether a trail adds it to a line.
  static func isOfTrail(_ key: String) -> Bool { key.utf8.starts(with: prefix.utf8) && all.contains(key) }

  /// All trails have it, and hardly any other key does.
  private static let prefix = "troupe."
  private static let all = [store, scope, action, actionID, origin, causeID, rootID, effect, effectID]
}
