/// The effect that the current task belongs to, for the tools of tests.
package enum CurrentEffect {
  /// The number of the effect in its store; nil outside effects.
  package static var id: EffectID? { RunningEffect.current?.id }

  /// An identifier of the effect's store; nil outside effects.
  package static var isolationID: ObjectIdentifier? {
    (RunningEffect.current?.isolation).map(ObjectIdentifier.init)
  }

  /// Where the effect was made; nil outside effects.
  package static var location: CallSite? { RunningEffect.current?.location }

  /// The effect's name, if it has one, and the place where it was made; nil outside effects.
  package static var label: String? { RunningEffect.current?.label }
}
