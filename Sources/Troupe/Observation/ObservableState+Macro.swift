/// Adds conformance to ``ObservableState`` to a struct or an enum, so that observers track its members
/// individually.
///
/// The macro doesn't change the properties, the memberwise initializer or the conformances that the compiler
/// derives. ``Reducer()`` applies this macro to `State`. `print` and `dump` show a struct without its
/// identity, unless the struct has a custom mirror, a lazy property or a property that isn't always
/// available, or is isolated to an actor. The macro also makes a struct that has properties with ``Presents``
/// conform to ``PresentingState``.
@attached(member, names: named(_$id), named(_$ignores))
@attached(
  extension,
  conformances: ObservableState,
  CustomReflectable,
  PresentingState,
  names: named(customMirror),
  named(_$presented)
)
public macro ObservableState() = #externalMacro(module: "TroupeMacros", type: "ObservableStateMacro")

/// Excludes a property of a struct with ``ObservableState()`` from observation, so that a change to the
/// property doesn't rerun closures of ``Store/observe(_:)``.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "TroupeMacros", type: "ObservationStateIgnoredMacro")
