public import Troupe

/// Builds content from a binding to the payload of the current case of an enum.
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
/// It builds the first branch that matches the case. If no branch matches and there is no ``Default``, it
/// reports an issue in debug builds, and builds an ``UnhandledCase``.
///
/// It is independent of any toolkit: its content is whatever the closures build. A toolkit creates a view
/// from ``content``.
@MainActor
public struct Switch<Enum, Content> {
  private let make: @MainActor () -> Either<Content, UnhandledCase>

  /// Creates the branches of an enum.
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

  /// The current content.
  public var content: Either<Content, UnhandledCase> { make() }
}

/// The content of a ``Switch`` without a branch for the case. A toolkit adds a conformance to its view type.
public struct UnhandledCase: Sendable {
  /// A description of the missing case.
  public let message: String

  /// - Parameter message: A description of the missing case.
  package init(message: String) { self.message = message }

  /// - Parameters:
  ///   - value: The enum.
  ///   - container: The type whose branches are missing the case.
  package init<Enum>(of value: Enum, in container: String = "Switch") {
    let name = Mirror(reflecting: value).children.first?.label ?? "\(value)"
    message = """
      A `\(container)` has no branch for the case "\(name)" of \(Enum.self).

      Add a `CaseLet` for the case, or a `Default` for all cases without one.
      """
  }
}

/// The branch of a ``Switch`` for a case.
@MainActor
public struct CaseLet<Enum, Payload, Content> {
  let pattern: any CaseKeyPath<Enum, Payload> & Sendable
  let then: (StoreBinding<Payload>) -> Content

  // With SwiftUI, a closure that only reads matches two initializers. The other one is preferred.
  /// Creates the branch.
  ///
  /// - Parameters:
  ///   - pattern: The case: `\.inStock`, or `/ItemStatus.inStock` for an enum that isn't `CasePathable`.
  ///   - then: Builds the content from a binding to the payload.
  @_disfavoredOverload
  public init(
    _ pattern: any CaseKeyPath<Enum, Payload> & Sendable,
    @ElementsBuilder then: @escaping (StoreBinding<Payload>) -> Content
  ) {
    self.pattern = pattern
    self.then = then
  }
}

/// The branch of a ``Switch`` for all cases that no earlier branch matches.
@MainActor
public struct Default<Content> {
  package let make: @MainActor () -> Content

  /// Creates the branch.
  ///
  /// - Parameter content: Builds the content.
  public init(@ElementsBuilder _ content: @escaping @MainActor () -> Content) { make = content }
}
