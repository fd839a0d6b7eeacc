/// The effect that the current task belongs to, for the tools of tests.
package enum CurrentEffect {
  /// The number of the effect in its store; nil outside of effects.
  package static var id: EffectID? { RunningEffect.current?.id }
}
