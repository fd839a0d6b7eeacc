/// Adds conformance to ``Reducer`` to a struct, or generates a set of alternative features from an enum.
///
/// For a struct, the macro generates the conformance. It makes `State` an ``ObservableState``, and makes an
/// enum `Action` and an enum `State` ``CasePathable``. It applies ``ReducerBuilder`` to `body`.
///
/// A struct without actions and without a reducer is a feature that does nothing yet: the macro generates an
/// `Action` without cases, an empty `body`, and, if it is missing, an empty `State`.
///
/// An enum has a case for each feature, with the feature's reducer as its payload. The macro generates a
/// `State` and an `Action` with the same cases, a static `body`, and the conformance to ``CaseReducer``. If
/// a feature can't be created by an initializer without arguments, give it as a default value:
/// `case edit(Edit = Edit(isNew: true))`. The payload can also be another enum with `@Reducer`:
/// `case more(More)`.
///
/// The macro omits declarations that you write yourself in the enum: `State`, `Action`, `body`, `CaseScope`
/// or `scope`.
@attached(
  member,
  names: named(State),
  named(Action),
  named(CaseScope),
  named(_Features),
  named(body),
  named(scope)
)
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer)
public macro Reducer() = #externalMacro(module: "TroupeMacros", type: "ReducerMacro")

/// Makes a feature's actions `Sendable`, including actions that contain themselves.
///
/// It is public because ``Reducer()`` attaches it to the `Action` of a struct.
@attached(extension, conformances: Sendable)
public macro _ReducerAction() = #externalMacro(module: "TroupeMacros", type: "ReducerActionMacro")

/// Marks a case of an enum with `@Reducer` as a prompt: its payload is the ``EphemeralState`` itself.
@attached(peer)
public macro ReducerCaseEphemeral() = #externalMacro(module: "TroupeMacros", type: "MarkerMacro")

/// Marks a case of an enum with `@Reducer` as a case without a feature: its payload is plain state without
/// actions.
///
/// The enum is a ``Reducer``, which is `Sendable`, so the payload has to be `Sendable`, too.
@attached(peer)
public macro ReducerCaseIgnored() = #externalMacro(module: "TroupeMacros", type: "MarkerMacro")

/// Makes the `State` that you write in an enum with `@Reducer` conform to ``CaseReducerState``.
///
/// It is public because ``Reducer()`` applies it.
@attached(member, names: named(StateReducer))
@attached(extension, conformances: CaseReducerState)
public macro _CaseReducerState() = #externalMacro(module: "TroupeMacros", type: "CaseReducerStateMacro")
