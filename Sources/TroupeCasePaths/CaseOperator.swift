prefix operator /

/// Returns the path to a case of any enum from the case's constructor: `/Screen.detail`.
///
/// The enum doesn't have to be ``CasePathable``, but the path is slower than a ``CasePathable`` enum's path.
/// Creating it reads the enum's type metadata, and extracting takes about 50 nanoseconds. It finds the case
/// by the type of its payload, and calls the constructor once, for the first value with such a payload.
///
/// The payload can have any type, except types that Swift passes differently to generic code, directly, in a
/// tuple or in an optional: functions with parameters or results, and types of structs and enums
/// (`Int.Type`). For these, and for an argument that isn't the constructor of a case, an issue is reported,
/// and the path extracts nothing. In that case, create an ``AnyCasePath`` from two functions.
///
/// If the expected path has an optional enum as its root, the path leads to the case of the enum in the
/// optional, as `\Screen?.Cases.some.detail` would. `/Screen?.some` leads to the enum itself.
///
/// If two of these operators are on one line, write a space before the second slash, as in
/// `(/Screen.home, action: /Action.home)`. Without it, the compiler reads a regular expression between the
/// slashes.
///
/// - Parameter embed: The constructor of a case.
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> any CaseKeyPath<Root, Value> & Sendable {
  \Case<Root>.[CaseConstructor(embed)]
}

/// Returns the path to a case without a payload, of a ``CasePathable`` enum: `/Screen.home`.
///
/// - Parameter root: A value of the case.
public prefix func / <Root: CasePathable>(root: Root) -> any CaseKeyPath<Root, Void> & Sendable {
  payloadlessPath(root)
}

// Disfavored for enums that are also `CasePathable`.
/// Returns the path to a case without a payload, of an `Equatable` enum: `/Screen.home`.
///
/// - Parameter root: A value of the case.
@_disfavoredOverload
public prefix func / <Root: Equatable>(root: Root) -> any CaseKeyPath<Root, Void> & Sendable {
  payloadlessPath(root)
}

// The constructor of a case with a payload is also a value, and the compiler considers a parameter of any
// type a better match for it, disfavored or not. It doesn't do so with a parameter pack, or with a protocol,
// because no function conforms.
/// Returns the path to a case without a payload, of any enum: `/Screen.home`.
///
/// If the enum is neither ``CasePathable`` nor `Equatable`, assign the path to a constant first, as in `let
/// home = /Screen.home`. The compiler doesn't find this operator if a path of a specific type is expected.
///
/// - Parameter root: A value of the case.
@_disfavoredOverload
public prefix func / <each Root>(
  root: repeat each Root
) -> any CaseKeyPath<(repeat each Root), Void> & Sendable {
  payloadlessPath((repeat each root))
}

// A separate function, because the runtime can't create key path literals that are generic over a pack.
private func payloadlessPath<Root>(_ root: Root) -> any CaseKeyPath<Root, Void> & Sendable {
  \Case<Root>.[CaseConstructor(payloadless: root)]
}
