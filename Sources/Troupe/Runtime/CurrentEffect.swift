/// The effect that the current task belongs to, for the tools of tests.
package enum CurrentEffect {
  /// The number of the effect in its store; nil outside of effects.
  package static var id: EffectID? { RunningEffect.current?.id }

  /// What tells the store of the effect from others; nil outside of effects.
  package static var homeID: ObjectIdentifier? { (RunningEffect.current?.home).map(ObjectIdentifier.init) }

  /// Its name, where it has one, and where it was made; nil outside of effects.
  package static var label: String? { RunningEffect.current?.label }
}
