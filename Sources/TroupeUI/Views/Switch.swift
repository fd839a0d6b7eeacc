public import Troupe

/// Builds content from a binding to the payload of an enum's current case.
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
/// The first branch that matches the case is built. If no branch matches and there is no ``Default``, an
/// issue is reported in debug builds, and an ``UnhandledCase`` is built.
///
/// This type is independent of any UI toolkit: its content is the result of the closures. A toolkit creates a
/// view from ``content``.
@MainActor
public struct Switch<Enum, Content> {
  private let make: @MainActor () -> Either<Content, UnhandledCase>

  /// Creates content for the cases of an enum.
  ///
  /// - Parameters:
  ///   - value: A binding to the enum.
  ///   - content: The branches: a ``CaseLet`` for each case, and a ``Default`` for all other cases.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
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

  /// The content for the enum's current case.
  public var content: Either<Content, UnhandledCase> { make() }
}

/// The content of a ``Switch`` that has no branch for the current case. A UI toolkit adds a conformance to
/// its view type.
public struct UnhandledCase: Sendable {
  /// A description of the missing case.
  public let message: String

  /// - Parameter message: A description of the missing case.
  package init(message: String) { self.message = message }

  /// - Parameters:
  ///   - value: The enum value.
  ///   - container: The type that has no branch for the case.
  package init<Enum>(of value: Enum, in container: String = "Switch") {
    let name = Mirror(reflecting: value).children.first?.label ?? "\(value)"
    message = """
      A `\(container)` has no branch for the case "\(name)" of \(Enum.self).

      Add a `CaseLet` for the case, or a `Default` for all cases without a `CaseLet`.
      """
  }
}

/// A branch of a ``Switch`` for one case.
@MainActor
public struct CaseLet<Enum, Payload, Content> {
  let pattern: any CaseKeyPath<Enum, Payload> & Sendable
  let then: (StoreBinding<Payload>) -> Content

  // With SwiftUI, a closure that only reads its parameter matches two initializers. The other initializer is
  // preferred.
  /// Creates a branch for a case.
  ///
  /// - Parameters:
  ///   - pattern: The path to the case, such as `\.inStock`, or `/ItemStatus.inStock` for an enum that isn't
  ///     `CasePathable`.
  ///   - then: A closure that builds the content from a binding to the payload.
  @_disfavoredOverload
  public init(
    _ pattern: any CaseKeyPath<Enum, Payload> & Sendable,
    @ElementsBuilder then: @escaping (StoreBinding<Payload>) -> Content
  ) {
    self.pattern = pattern
    self.then = then
  }
}

/// A branch of a ``Switch`` for all cases that no earlier branch matches.
@MainActor
public struct Default<Content> {
  package let make: @MainActor () -> Content

  /// Creates a branch for all other cases.
  ///
  /// - Parameter content: A closure that builds the content.
  public init(@ElementsBuilder _ content: @escaping @MainActor () -> Content) { make = content }
}
