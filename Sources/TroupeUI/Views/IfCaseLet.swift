public import Troupe

/// Builds content from a binding to the payload of an enum case, or other content in any other case.
///
/// ```swift
/// IfCaseLet($viewStore.status, pattern: \.locked) { $name in
///   TextField("Locked by", text: $name)
/// } else: {
///   Text("Nobody has locked it.")
/// }
/// ```
///
/// This type is independent of any UI toolkit: its content is the result of the closures. A toolkit creates a
/// view from ``content``.
@MainActor
public struct IfCaseLet<Enum, Payload, Then, Else> {
  private let make: @MainActor () -> Either<Then, Else>

  /// Creates content for a case, and for all other cases.
  ///
  /// - Parameters:
  ///   - value: A binding to the enum.
  ///   - pattern: The path to the case, such as `\.active`, or `/Editing.active` for an enum that isn't
  ///     `CasePathable`.
  ///   - then: A closure that builds the case's content from a binding to its payload.
  ///   - else: A closure that builds the content for any other case.
  public init(
    _ value: StoreBinding<Enum>,
    pattern: any CaseKeyPath<Enum, Payload> & Sendable,
    @ElementsBuilder then: @escaping (StoreBinding<Payload>) -> Then,
    @ElementsBuilder else: @escaping @MainActor () -> Else
  ) {
    make = { StoreBinding(unwrapping: value, case: pattern).map { .first(then($0)) } ?? .second(`else`()) }
  }

  /// Creates content for a case, and no content in any other case.
  ///
  /// - Parameters:
  ///   - value: A binding to the enum.
  ///   - pattern: The path to the case.
  ///   - then: A closure that builds the case's content from a binding to its payload.
  public init(
    _ value: StoreBinding<Enum>,
    pattern: any CaseKeyPath<Enum, Payload> & Sendable,
    @ElementsBuilder then: @escaping (StoreBinding<Payload>) -> Then
  ) where Else == NoElement {
    self.init(value, pattern: pattern, then: then, else: {})
  }

  /// The content for the enum's current case.
  public var content: Either<Then, Else> { make() }
}
