/// The effect of the current task, for testing tools.
package enum CurrentEffect {
  /// The current effect's number in its store; nil outside effects.
  package static var id: EffectID? { RunningEffect.current?.id }

  /// An identifier of the effect's store; nil outside effects.
  package static var isolationID: ObjectIdentifier? {
    (RunningEffect.current?.isolation).map(ObjectIdentifier.init)
  }

  /// The location at which the effect was created; nil outside effects.
  package static var location: CallSite? { RunningEffect.current?.location }

  /// The effect's name, if it has one, and the location at which it was created; nil outside effects.
  package static var label: String? { RunningEffect.current?.label }
}
