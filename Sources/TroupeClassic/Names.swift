/// An effect with a failure type, which was required before effects could throw. The failure type is always
/// `Never`.
///
/// This is `Troupe.Effect`, under the name that reducers with an environment use.
public typealias Effect<Action: Sendable, Failure: Error> = Troupe.Effect<Action>

/// A path to a case of an enum, such as `/AppAction.settings`, or `\.settings` if the enum is `CasePathable`.
public typealias CasePath<Root, Value> = any CaseKeyPath<Root, Value> & Sendable
