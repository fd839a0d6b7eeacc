prefix operator /

/// The path to a case of any enum, from the case's constructor: `/Screen.detail`.
///
/// It needs no conformance to ``CasePathable``, and is slower than the path of one: the enum's type metadata is read
/// when the path is made, and extracting takes some 50 nanoseconds. It finds the case by the type of its payload, and
/// asks the constructor, once, at the first value that has such a payload.
///
/// The payload may be any type except those that Swift passes differently to generic code, by themselves, in
/// a tuple or in an optional: functions with parameters or results, and types of structs and enums (`Int.Type`). For
/// these, and for anything that isn't the constructor of a case, an issue is reported and the path extracts nothing;
/// write an ``AnyCasePath`` with two functions then.
///
/// Where two of these stand on one line, write a space before the second slash, as in `(/Screen.home, action: /Action.home)`.
/// Without it, the compiler reads a regular expression between the slashes.
///
/// - Parameter embed: The constructor of a case.
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> any CaseKeyPath<Root, Value> & Sendable {
  \Case<Root>.[CaseConstructor(embed)]
}

/// The path to a case without a payload, of an enum that is ``CasePathable``: `/Screen.home`.
///
/// - Parameter root: The case; one value.
public prefix func / <Root: CasePathable>(root: Root) -> any CaseKeyPath<Root, Void> & Sendable {
  payloadlessPath(root)
}

// Disfavoured for the enums that are `CasePathable`, too.
/// The path to a case without a payload, of an enum that is `Equatable`: `/Screen.home`.
///
/// - Parameter root: The case; one value.
@_disfavoredOverload
public prefix func / <Root: Equatable>(root: Root) -> any CaseKeyPath<Root, Void> & Sendable {
  payloadlessPath(root)
}

// The constructor of a case with a payload is a value, too, and the compiler takes a parameter of just any type for the
// better match of it, disfavoured or not. It doesn't do so with a pack. Nor with a protocol, since no function conforms.
/// The path to a case without a payload, of any enum: `/Screen.home`.
///
/// Where the enum is neither ``CasePathable`` nor `Equatable`, the path has to stand by itself, as in `let home = /Screen.home`,
/// before it is passed on: the compiler doesn't find it where a path of a certain type is called for.
///
/// - Parameter root: The case; one value.
@_disfavoredOverload
public prefix func / <each Root>(
  root: repeat each Root
) -> any CaseKeyPath<(repeat each Root), Void> & Sendable {
  payloadlessPath((repeat each root))
}

// A function of its own: the runtime can't make key path literals that are generic over a pack.
private func payloadlessPath<Root>(_ root: Root) -> any CaseKeyPath<Root, Void> & Sendable {
  \Case<Root>.[CaseConstructor(payloadless: root)]
}
