public import Troupe

/// Builds one thing from the payload of a case of an enum, which it can edit, and another in any other case.
///
/// ```swift
/// IfCaseLet($viewStore.status, pattern: \.locked) { $name in
///   TextField("Locked by", text: $name)
/// } else: {
///   Text("Nobody has locked it.")
/// }
/// ```
///
/// It knows no toolkit: it is built of whatever the closures are built of. A toolkit makes a view of it by
/// showing ``content``.
@MainActor
public struct IfCaseLet<Enum, Payload, Then, Else> {
  private let make: @MainActor () -> Either<Then, Else>

  /// Makes both branches.
  ///
  /// - Parameters:
  ///   - value: A binding to the enum.
  ///   - pattern: The case: `\.active`, or `/Editing.active` for an enum that isn't `CasePathable`.
  ///   - then: Builds from a binding to the payload, in the case.
  ///   - else: Builds in any other case.
  public init(
    _ value: StoreBinding<Enum>,
    pattern: any CaseKeyPath<Enum, Payload> & Sendable,
    @ElementsBuilder then: @escaping (StoreBinding<Payload>) -> Then,
    @ElementsBuilder else: @escaping @MainActor () -> Else
  ) {
    make = { StoreBinding(unwrapping: value, case: pattern).map { .first(then($0)) } ?? .second(`else`()) }
  }

  /// Makes one branch; there is nothing in any other case.
  ///
  /// - Parameters:
  ///   - value: A binding to the enum.
  ///   - pattern: The case.
  ///   - then: Builds from a binding to the payload, in the case.
  public init(
    _ value: StoreBinding<Enum>,
    pattern: any CaseKeyPath<Enum, Payload> & Sendable,
    @ElementsBuilder then: @escaping (StoreBinding<Payload>) -> Then
  ) where Else == NoElement {
    self.init(value, pattern: pattern, then: then, else: {})
  }

  /// What there is now.
  public var content: Either<Then, Else> { make() }
}
