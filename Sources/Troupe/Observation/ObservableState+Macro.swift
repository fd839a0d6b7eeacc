/// Gives a state an identity, so that its members can be followed one by one: conforms it to the protocol of the same name.
///
/// It is for a struct or an enum. The properties stay as they are, and so do the memberwise initialiser and all that the
/// compiler derives. ``Reducer()`` puts it onto `State`. `print` and `dump` show a struct without the identity, unless it
/// has a mirror of its own, a lazy property or one that isn't always available, or is isolated to an actor.
@attached(member, names: named(_$id), named(_$ignores))
@attached(extension, conformances: ObservableState, CustomReflectable, names: named(customMirror))
public macro ObservableState() = #externalMacro(module: "TroupeMacros", type: "ObservableStateMacro")

/// Has a property of a struct with ``ObservableState()`` left out of what ``Store/observe(_:)`` notes: reading it has
/// nothing run again.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "TroupeMacros", type: "ObservationStateIgnoredMacro")
