/// Makes a struct conform to ``Reducer``, or generates a set of alternative features from an enum.
///
/// For a struct, the macro generates the conformance and applies ``ReducerBuilder`` to `body`. The macro also
/// makes `State` conform to ``ObservableState`` and makes `Action` and `State` conform to ``CasePathable`` if
/// they are enums.
///
/// A struct without actions and without a reducer is a feature that does nothing yet. For this struct, the
/// macro generates an `Action` without cases, an empty `body`, and, if the struct has no `State`, an empty
/// `State`.
///
/// An enum has a case for each feature, with the feature's reducer as its payload. The macro generates a
/// `State` and an `Action` with the same cases, a static `body`, and the conformance to ``CaseReducer``. If a
/// feature can't be created by an initializer without arguments, write the feature as a default value:
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

/// Makes a feature's actions `Sendable`, including recursive actions.
///
/// The macro is public because ``Reducer()`` attaches it to a struct's `Action`.
@attached(extension, conformances: Sendable)
public macro _ReducerAction() = #externalMacro(module: "TroupeMacros", type: "ReducerActionMacro")

/// Marks a case of an enum with `@Reducer` as a prompt. The case's payload is the ``EphemeralState`` itself.
@attached(peer)
public macro ReducerCaseEphemeral() = #externalMacro(module: "TroupeMacros", type: "MarkerMacro")

/// Marks a case of an enum with `@Reducer` as a case without a feature. The case's payload is plain state
/// without actions.
///
/// Because the enum is a ``Reducer`` and therefore `Sendable`, the payload also has to be `Sendable`.
@attached(peer)
public macro ReducerCaseIgnored() = #externalMacro(module: "TroupeMacros", type: "MarkerMacro")

/// Makes the `State` that you write in an enum with `@Reducer` conform to ``CaseReducerState``.
///
/// The macro is public because ``Reducer()`` applies it.
@attached(member, names: named(StateReducer))
@attached(extension, conformances: CaseReducerState)
public macro _CaseReducerState() = #externalMacro(module: "TroupeMacros", type: "CaseReducerStateMacro")
