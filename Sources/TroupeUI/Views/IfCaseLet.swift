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
/// It is independent of any toolkit: its content is whatever the closures build. A toolkit creates a view
/// from ``content``.
@MainActor
public struct IfCaseLet<Enum, Payload, Then, Else> {
  private let make: @MainActor () -> Either<Then, Else>

  /// Creates both branches.
  ///
  /// - Parameters:
  ///   - value: A binding to the enum.
  ///   - pattern: The case: `\.active`, or `/Editing.active` for an enum that isn't `CasePathable`.
  ///   - then: Builds the content of the case from a binding to its payload.
  ///   - else: Builds the content of any other case.
  public init(
    _ value: StoreBinding<Enum>,
    pattern: any CaseKeyPath<Enum, Payload> & Sendable,
    @ElementsBuilder then: @escaping (StoreBinding<Payload>) -> Then,
    @ElementsBuilder else: @escaping @MainActor () -> Else
  ) {
    make = { StoreBinding(unwrapping: value, case: pattern).map { .first(then($0)) } ?? .second(`else`()) }
  }

  /// Creates one branch, and builds nothing in any other case.
  ///
  /// - Parameters:
  ///   - value: A binding to the enum.
  ///   - pattern: The case.
  ///   - then: Builds the content of the case from a binding to its payload.
  public init(
    _ value: StoreBinding<Enum>,
    pattern: any CaseKeyPath<Enum, Payload> & Sendable,
    @ElementsBuilder then: @escaping (StoreBinding<Payload>) -> Then
  ) where Else == NoElement {
    self.init(value, pattern: pattern, then: then, else: {})
  }

  /// The current content.
  public var content: Either<Then, Else> { make() }
}
