extension Program {
  /// Whether it has parts that have to be placed.
  var hasChildEffects: Bool {
    switch self {
    case .work, .pause, .send, .cancel, .cancelAll: false
    case .merge(let members), .concatenate(let members): members.contains(where: \.hasChildEffects)
    case .identified(let inner, _, _), .limited(let inner, _), .throttled(let inner, _),
      .timed(let inner, _, _):
      inner.hasChildEffects
    case .child: true
    case .scoped: false
    }
  }

  /// Whether there is work or an action in it that is the reducer's own, and not a child's with a life of its own.
  var hasOwnLeaves: Bool {
    switch self {
    case .work, .send: true
    case .pause, .cancel, .cancelAll: false
    case .merge(let members), .concatenate(let members): members.contains(where: \.hasOwnLeaves)
    case .identified(let inner, _, _), .limited(let inner, _), .throttled(let inner, _),
      .timed(let inner, _, _), .scoped(let inner, _, _):
      inner.hasOwnLeaves
    case .child(let effect): !effect.child.hasLifetime && effect.program.hasOwnLeaves
    }
  }

  /// The same, of operators that were run by hand on a parent's state.
  func ranByHand(on address: StateAddress) -> Program {
    guard hasChildEffects else { return self }
    return switch self {
    case .child(let effect): .child(effect.ranByHand(on: address))
    case .merge(let members): .merge(members.map { $0.ranByHand(on: address) })
    case .concatenate(let members): .concatenate(members.map { $0.ranByHand(on: address) })
    case .identified(let inner, let id, let cancelInFlight):
      .identified(inner.ranByHand(on: address), id, cancelInFlight: cancelInFlight)
    case .limited(let inner, let limit): .limited(inner.ranByHand(on: address), limit)
    case .throttled(let inner, let throttle): .throttled(inner.ranByHand(on: address), throttle)
    case .timed(let inner, let pause, let then):
      .timed(inner.ranByHand(on: address), pause: pause, then: then)
    case .scoped, .work, .pause, .send, .cancel, .cancelAll: self
    }
  }

  /// The same with its parts at their sites in the tree of features.
  func placed(at site: EffectSite) -> Program {
    guard hasChildEffects else { return site.work.map { map($0) } ?? self }
    return switch self {
    case .child(let effect):
      effect.placed(at: site)
    case .merge(let members):
      .merge(members.map { $0.placed(at: site) })
    case .concatenate(let members):
      .concatenate(members.map { $0.placed(at: site) })
    case .identified(let inner, let id, let cancelInFlight):
      .identified(inner.placed(at: site), id, cancelInFlight: cancelInFlight)
    case .limited(let inner, let limit):
      .limited(inner.placed(at: site), limit)
    case .throttled(let inner, let throttle):
      .throttled(inner.placed(at: site), throttle)
    case .timed(let inner, let pause, let then):
      .timed(inner.placed(at: site), pause: pause, then: then)
    case .scoped, .work, .pause, .send, .cancel, .cancelAll:
      self
    }
  }
}

extension Effect {
  /// The same, of an operator that was run by hand on a parent's state.
  func ranByHand(on address: StateAddress) -> Effect { Effect(program?.ranByHand(on: address)) }
}
