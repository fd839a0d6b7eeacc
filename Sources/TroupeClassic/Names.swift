/// An effect with a failure type, as it was written before effects could throw: the type is always `Never`.
///
/// It is `Troupe.Effect`, under the name that reducers with an environment use.
public typealias Effect<Action: Sendable, Failure: Error> = Troupe.Effect<Action>

/// A path to a case of an enum: `/AppAction.settings`, or `\.settings` if the enum is `CasePathable`.
public typealias CasePath<Root, Value> = any CaseKeyPath<Root, Value> & Sendable
