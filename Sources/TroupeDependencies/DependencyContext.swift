/// Where code runs, which decides about the values of dependencies that nothing overrides.
///
/// It is a dependency itself: `@Dependency(\.context)`, and can be overridden like any other.
public enum DependencyContext: Hashable, Sendable {
  /// In a program.
  case live
  /// In a preview of a user interface, for which nothing stands but an override.
  case preview
  /// In a test: what is run from a test bundle, by XCTest or by Swift Testing.
  case test

  /// The context of this process, told by the name of what it runs.
  static let process = DependencyContext(executable: CommandLine.arguments.first ?? "")

  init(executable: String) {
    let name = executable.split(separator: "/").last ?? ""
    self = name.hasSuffix(".xctest") || name == "xctest" || name == "swiftpm-testing-helper" ? .test : .live
  }
}

extension DependencyValues {
  /// Where the code runs.
  public var context: DependencyContext {
    get { overrides.context ?? captured?.context ?? defaults.context }
    set { overrides = overrides.with(context: newValue) }
  }
}
