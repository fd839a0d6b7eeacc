public import Troupe

/// Builds from the payload of whichever case an enum is in, which it can edit.
///
/// ```swift
/// Switch($viewStore.status) {
///   CaseLet(\.locked) { $name in
///     TextField("Locked by", text: $name)
///   }
///   Default {
///     Text("Nobody has locked it.")
///   }
/// }
/// ```
///
/// The first branch that has the case is built. Where none has it, and there is no ``Default``, that is an
/// issue in debug builds, and an ``UnhandledCase`` is built.
///
/// It knows no toolkit: it is built of whatever the closures are built of. A toolkit makes a view of it by
/// showing ``content``.
@MainActor
public struct Switch<Enum, Content> {
  private let make: @MainActor () -> Either<Content, UnhandledCase>

  /// Makes the branches of an enum.
  ///
  /// - Parameters:
  ///   - value: A binding to the enum.
  ///   - content: The branches: a ``CaseLet`` for each case, and a ``Default`` for the rest.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  public init(
    _ value: StoreBinding<Enum>,
    @SwitchBuilder<Enum> content: () -> SwitchBranch<Enum, Content>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let branch = content()
    make = {
      if let content = branch.make(value) { return .first(content) }
      let unhandled = UnhandledCase(of: value.wrappedValue)
      #if DEBUG
        reportIssue(unhandled.message, fileID: fileID, filePath: filePath, line: line, column: column)
      #endif
      return .second(unhandled)
    }
  }

  /// What there is now.
  public var content: Either<Content, UnhandledCase> { make() }
}

/// What a ``Switch`` builds where it has no branch for the case. A toolkit supplies a conformance to its view
/// type.
public struct UnhandledCase: Sendable {
  /// What is missing.
  public let message: String

  init<Enum>(of value: Enum) {
    let name = Mirror(reflecting: value).children.first?.label ?? "\(value)"
    message = """
      A `Switch` has no branch for the case "\(name)" of \(Enum.self).

      Add a `CaseLet` for the case, or a `Default` for all that have none.
      """
  }
}

/// The branch of a ``Switch`` for a case.
@MainActor
public struct CaseLet<Enum, Payload, Content> {
  let pattern: any CaseKeyPath<Enum, Payload> & Sendable
  let then: (StoreBinding<Payload>) -> Content

  /// Makes the branch.
  ///
  /// - Parameters:
  ///   - pattern: The case: `\.inStock`, or `/ItemStatus.inStock` for an enum that isn't `CasePathable`.
  ///   - then: Builds from a binding to the payload.
  public init(
    _ pattern: any CaseKeyPath<Enum, Payload> & Sendable,
    @ElementsBuilder then: @escaping (StoreBinding<Payload>) -> Content
  ) {
    self.pattern = pattern
    self.then = then
  }
}

/// The branch of a ``Switch`` for all cases that have none before it.
@MainActor
public struct Default<Content> {
  let make: @MainActor () -> Content

  /// Makes the branch.
  ///
  /// - Parameter content: Builds it.
  public init(@ElementsBuilder _ content: @escaping @MainActor () -> Content) { make = content }
}
