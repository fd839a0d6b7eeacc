/// Adds conformance to ``ObservableState`` to a struct or an enum, so that observers track its members
/// individually.
///
/// The properties, the memberwise initializer and the conformances that the compiler derives stay the same.
/// ``Reducer()`` applies this macro to `State`. `print` and `dump` show a struct without its identity. They
/// show the identity if the struct has a custom mirror, a lazy property, or a property that isn't always
/// available, or if it is isolated to an actor.
@attached(member, names: named(_$id), named(_$ignores))
@attached(extension, conformances: ObservableState, CustomReflectable, names: named(customMirror))
public macro ObservableState() = #externalMacro(module: "TroupeMacros", type: "ObservableStateMacro")

/// Excludes a property of a struct with ``ObservableState()`` from observation: a change to the property
/// doesn't rerun a closure of ``Store/observe(_:)``.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "TroupeMacros", type: "ObservationStateIgnoredMacro")
