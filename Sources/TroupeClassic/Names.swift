/// An effect with the type of its failures, as it was written before effects could throw: always `Never`.
///
/// It is `Troupe.Effect`, under the name that reducers with an environment use.
public typealias Effect<Action: Sendable, Failure: Error> = Troupe.Effect<Action>

/// A path to a case of an enum: `/AppAction.settings`, or `\.settings` where the enum is `CasePathable`.
public typealias CasePath<Root, Value> = any CaseKeyPath<Root, Value> & Sendable
