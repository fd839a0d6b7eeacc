import Troupe

@testable import Troupe

/// An effect as a value that can be printed, searched and decomposed.
///
/// The ids are few, so that everything meets everything else under the same one.
indirect enum EnginePlan {
  case work(Int)
  case send(Int)
  case cancel(Int)
  case cancelAll
  case merge([EnginePlan])
  case concatenate([EnginePlan])
  case cancellable(EnginePlan, id: Int, cancelInFlight: Bool)
  case limited(EnginePlan, id: Int, to: Int, in: LimitScope, overflow: LimitOverflow)
  case throttle(EnginePlan, id: Int, latest: Bool)
  case debounce(EnginePlan, id: Int)
  case timeout(EnginePlan, sending: Int?)
  case onShutdown(EnginePlan, OnShutdown)
  /// A part that belongs to a scope below.
  case scoped(EnginePlan, ScopeID)

  static let interval = Duration.seconds(2)

  func effect(on clock: ManualClock) -> Effect<Int> {
    switch self {
    case .work(let label): .work(label)
    case .send(let label): .send(label)
    case .cancel(let id): .cancel(id: id)
    case .cancelAll: .cancelAll
    case .merge(let members): .merge(members.map { $0.effect(on: clock) })
    case .concatenate(let members): .concatenate(members.map { $0.effect(on: clock) })
    case .cancellable(let body, let id, let cancelInFlight):
      body.effect(on: clock).cancellable(id: id, cancelInFlight: cancelInFlight)
    case .limited(let body, let id, let count, let scope, let overflow):
      body.effect(on: clock).limited(id: id, to: count, in: scope, overflow: overflow)
    case .throttle(let body, let id, let latest):
      body.effect(on: clock).throttle(id: id, for: Self.interval, latest: latest, clock: clock)
    case .debounce(let body, let id): body.effect(on: clock).debounce(id: id, for: .seconds(1), clock: clock)
    case .timeout(let body, let action):
      body.effect(on: clock).timeout(after: .seconds(1), clock: clock, sending: action)
    case .onShutdown(let body, let kind): body.effect(on: clock).onShutdown(kind)
    case .scoped(let body, let scope): body.effect(on: clock).scoped(scope)
    }
  }

  /// Its members: the plans directly in it.
  var parts: [EnginePlan] {
    switch self {
    case .work, .send, .cancel, .cancelAll: []
    case .merge(let members), .concatenate(let members): members
    case .cancellable(let body, _, _), .limited(let body, _, _, _, _), .throttle(let body, _, _),
      .debounce(let body, _), .timeout(let body, _), .onShutdown(let body, _), .scoped(let body, _):
      [body]
    }
  }

  /// The same operator around other plans.
  func around(_ parts: [EnginePlan]) -> EnginePlan {
    switch self {
    case .work, .send, .cancel, .cancelAll: self
    case .merge: .merge(parts)
    case .concatenate: .concatenate(parts)
    case .cancellable(_, let id, let inFlight): .cancellable(parts[0], id: id, cancelInFlight: inFlight)
    case .limited(_, let id, let count, let scope, let overflow):
      .limited(parts[0], id: id, to: count, in: scope, overflow: overflow)
    case .throttle(_, let id, let latest): .throttle(parts[0], id: id, latest: latest)
    case .debounce(_, let id): .debounce(parts[0], id: id)
    case .timeout(_, let action): .timeout(parts[0], sending: action)
    case .onShutdown(_, let kind): .onShutdown(parts[0], kind)
    case .scoped(_, let scope): .scoped(parts[0], scope)
    }
  }

  /// The same with nested merges flattened into one merge, and nested concatenations into one concatenation.
  var joined: EnginePlan {
    let parts = parts.map(\.joined)
    var members: [EnginePlan] = []
    for part in parts {
      switch (self, part) {
      case (.merge, .merge(let inner)), (.concatenate, .concatenate(let inner)): members += inner
      default: members.append(part)
      }
    }
    switch self {
    case .merge where members.count == 1, .concatenate where members.count == 1: return members[0]
    default: return around(members)
    }
  }

  /// The id that its operator gives it.
  var id: Int? {
    switch self {
    case .cancellable(_, let id, _), .limited(_, let id, _, _, _), .throttle(_, let id, _),
      .debounce(_, let id):
      id
    default: nil
    }
  }

  /// Whether nothing is left of it.
  var isNothing: Bool {
    switch self {
    case .work, .send, .cancel, .cancelAll: false
    default: parts.allSatisfy(\.isNothing)
    }
  }

  /// What a shutdown leaves of it before it begins: the `onShutdown` nearest to work, to an action or to a
  /// cancellation determines whether it is cancelled. An operator around nothing is nothing.
  ///
  /// - Parameters:
  ///   - kind: The `onShutdown` around it.
  ///   - removed: Gets the removed parts.
  func left(onShutdown kind: OnShutdown, _ removed: (EnginePlan) -> Void) -> EnginePlan {
    var kind = kind
    if case .onShutdown(_, let its) = self { kind = its }
    if parts.isEmpty {
      guard kind == .cancel, !isNothing else { return self }
      removed(self)
      return .merge([])
    }
    let left = around(parts.map { $0.left(onShutdown: kind, removed) })
    return left.isNothing ? .merge([]) : left
  }

  /// The number of actions it would send, without the actions of time-outs.
  var actionCount: Int {
    if case .send = self { return 1 }
    return parts.reduce(0) { $0 + $1.actionCount }
  }

  /// The number of its works and actions, without waits for time.
  var leafCount: Int {
    switch self {
    case .work, .send: 1
    default: parts.reduce(0) { $0 + $1.leafCount }
    }
  }

  /// What is left when all parts for which `isGone` holds are removed, with the number of actions in the
  /// removed parts.
  func removing(in scope: ScopeID, where isGone: (EnginePlan, ScopeID) -> Bool) -> (
    left: EnginePlan, actions: Int
  ) {
    if isGone(self, scope) { return (.merge([]), actionCount) }
    var scope = scope
    if case .scoped(_, let inner) = self { scope = inner }
    var actions = 0
    let left = parts.map { part in
      let (left, count) = part.removing(in: scope, where: isGone)
      actions += count
      return left
    }
    return (around(left), actions)
  }
}

extension EnginePlan: CustomStringConvertible {
  var description: String {
    switch self {
    case .work(let label): ".work(\(label))"
    case .send(let label): ".send(\(label))"
    case .cancel(let id): ".cancel(id: \(id))"
    case .cancelAll: ".cancelAll"
    case .merge(let members): ".merge(\(members.map(\.description).joined(separator: ", ")))"
    case .concatenate(let members): ".concatenate(\(members.map(\.description).joined(separator: ", ")))"
    case .cancellable(let body, let id, let inFlight):
      "\(body).cancellable(id: \(id)\(inFlight ? ", cancelInFlight: true" : ""))"
    case .limited(let body, let id, let count, let scope, let overflow):
      "\(body).limited(id: \(id), to: \(count), in: .\(scope.kind), overflow: .\(overflow.policy))"
    case .throttle(let body, let id, let latest): "\(body).throttle(id: \(id), latest: \(latest))"
    case .debounce(let body, let id): "\(body).debounce(id: \(id))"
    case .timeout(let body, let action): "\(body).timeout(sending: \(action.map(String.init) ?? "nil"))"
    case .onShutdown(let body, let kind): "\(body).onShutdown(.\(kind.policy))"
    case .scoped(let body, let scope): "scoped(\(body), \(scope.slot))"
    }
  }
}
