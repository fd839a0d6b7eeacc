/// Makes a struct conform to the protocol of the same name, or a choice of features of an enum.
///
/// On a struct it writes the conformance, makes `State` an ``ObservableState``, makes an enum `Action`, and an enum
/// `State`, ``CasePathable``, and puts the ``ReducerBuilder`` onto `body`.
///
/// An enum has a case for each feature, with the feature's reducer as its payload. The macro writes a `State` and an
/// `Action` with the same cases, a static `body`, and the conformance to ``CaseReducer``. A feature that isn't made by an
/// initialiser without arguments is given as a default value: `case edit(Edit = Edit(isNew: true))`. Another choice of
/// features is given by its reducer: `case more(More.CaseBody = More.body)`.
@attached(member, names: named(State), named(Action), named(CaseScope), named(body), named(scope))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer)
public macro Reducer() = #externalMacro(module: "TroupeMacros", type: "ReducerMacro")

/// Marks a case of a choice of features as that of a prompt: its payload is the ``EphemeralState`` itself.
@attached(peer)
public macro ReducerCaseEphemeral() = #externalMacro(module: "TroupeMacros", type: "MarkerMacro")

/// Marks a case of a choice of features as one without a feature: its payload is plain state, with no actions.
///
/// The enum is a ``Reducer``, and so `Sendable`; the payload has to be, too.
@attached(peer)
public macro ReducerCaseIgnored() = #externalMacro(module: "TroupeMacros", type: "MarkerMacro")
