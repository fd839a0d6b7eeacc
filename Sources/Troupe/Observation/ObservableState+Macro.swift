/// Makes a struct or an enum conform to ``ObservableState``, so that observers follow its members
/// individually.
///
/// The properties, the memberwise initializer and the conformances that the compiler derives stay the same.
/// ``Reducer()`` applies this macro to `State`. `print` and `dump` show a struct without its identity. They
/// show the identity if the struct has a mirror of its own, a lazy property, or a property that isn't always
/// available, or if it is isolated to an actor.
@attached(member, names: named(_$id), named(_$ignores))
@attached(extension, conformances: ObservableState, CustomReflectable, names: named(customMirror))
public macro ObservableState() = #externalMacro(module: "TroupeMacros", type: "ObservableStateMacro")

/// Excludes a property of a struct with ``ObservableState()`` from observation: a change to it doesn't run a
/// closure of ``Store/observe(_:)`` again.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "TroupeMacros", type: "ObservationStateIgnoredMacro")
