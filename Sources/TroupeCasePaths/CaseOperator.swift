prefix operator /

/// Returns the path to a case of any enum from the case's constructor, as in `/Screen.detail`.
///
/// The enum doesn't have to be ``CasePathable``, but the path is slower than a ``CasePathable`` enum's path.
/// Creating the path reads the enum's type metadata, and extracting takes about 50 nanoseconds. The path
/// finds the case by the type of its payload, and calls the constructor once, for the first value with such a
/// payload.
///
/// The payload can have any type except types that Swift passes differently to generic code: functions with
/// parameters or results, and metatypes of structs and enums (`Int.Type`), alone, in a tuple or in an
/// optional. If the payload has one of these types, or the argument isn't the constructor of a case, an issue
/// is reported, and the path extracts nothing. In that case, create an ``AnyCasePath`` from two functions.
///
/// If the expected path has an optional enum as its root, the path refers to the case of the enum inside the
/// optional, like `\Screen?.Cases.some.detail`. The path `/Screen?.some` refers to the enum itself.
///
/// If two of these operators are on one line, write a space before the second slash, as in `(/Screen.home,
/// action: /Action.home)`. Without the space, the compiler parses the text between the slashes as a regular
/// expression.
///
/// - Parameter embed: The constructor of a case.
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> any CaseKeyPath<Root, Value> & Sendable {
  \Case<Root>.[CaseConstructor(embed)]
}

/// Returns the path to a payloadless case of a ``CasePathable`` enum, as in `/Screen.home`.
///
/// - Parameter root: A value of the case.
public prefix func / <Root: CasePathable>(root: Root) -> any CaseKeyPath<Root, Void> & Sendable {
  payloadlessPath(root)
}

// This operator is disfavored for enums that are also `CasePathable`.
/// Returns the path to a payloadless case of an `Equatable` enum, as in `/Screen.home`.
///
/// - Parameter root: A value of the case.
@_disfavoredOverload
public prefix func / <Root: Equatable>(root: Root) -> any CaseKeyPath<Root, Void> & Sendable {
  payloadlessPath(root)
}

// The constructor of a case with a payload is also a value. The compiler considers a parameter of
// unconstrained type a better match for the constructor, even if the operator is disfavored. The compiler
// prefers neither a parameter pack nor a parameter whose type conforms to a protocol, because functions don't
// conform to protocols.
/// Returns the path to a payloadless case of any enum, as in `/Screen.home`.
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

// This is a separate function, because the runtime can't create key path literals that are generic over a
// pack.
private func payloadlessPath<Root>(_ root: Root) -> any CaseKeyPath<Root, Void> & Sendable {
  \Case<Root>.[CaseConstructor(payloadless: root)]
}
