/// An error that states whether the failed call had an effect.
///
/// A ``History`` treats the outcome of a call that throws as unknown, because a request may have taken effect
/// although its reply was lost. If a call certainly had no effect, throw an error of this kind. The checks
/// can then verify that the call's effect is never visible.
///
/// ```swift
/// struct Refusal: KnownFailure {
///   var hadNoEffect: Bool { true }
/// }
/// ```
public protocol KnownFailure: Error {
  /// Whether the call certainly had no effect, and will have none later.
  var hadNoEffect: Bool { get }
}
