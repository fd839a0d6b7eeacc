/// The kind of process that code runs in. The context determines the values of dependencies that aren't
/// overridden.
///
/// The context is a dependency itself, `@Dependency(\.context)`, and can be overridden like any other. Each
/// context has a value in ``DependencyKey``. No cases will be added, so you can switch over the enum
/// exhaustively.
public enum DependencyContext: Hashable, Sendable {
  /// A program.
  case live
  /// A preview of a user interface. This context is used only where it is set.
  case preview
  /// A test bundle that XCTest or Swift Testing runs.
  case test

  /// The context of this process, determined by the name of its executable.
  static let process = DependencyContext(executable: CommandLine.arguments.first ?? "")

  init(executable: String) {
    let name = executable.split(separator: "/").last ?? ""
    self = name.hasSuffix(".xctest") || name == "xctest" || name == "swiftpm-testing-helper" ? .test : .live
  }
}

extension DependencyValues {
  /// The kind of process that the code runs in.
  public var context: DependencyContext {
    get { overrides.context ?? captured?.context ?? defaults.context }
    set { overrides = overrides.with(context: newValue) }
  }
}
