import Synchronization
import TroupeDiagnostics

/// The creation of a key's value from another of its values, because the key lacks the requested value.
///
/// Without this check, a key whose `liveValue` is its `testValue`, and which has no `testValue`, would cause
/// an endless recursion.
final class Fallback: Sendable {
  @TaskLocal private static var current: Fallback?

  private let key: any TestDependencyKey.Type
  private let missing: DependencyContext?
  private let substitute: DependencyContext
  private let outer: Fallback?
  /// Whether the creation has ended. A task that the creation started still inherits the value.
  private let isOver = Atomic(false)

  private init(
    _ key: any TestDependencyKey.Type,
    missing: DependencyContext?,
    substitute: DependencyContext,
    outer: Fallback?
  ) {
    self.key = key
    self.missing = missing
    self.substitute = substitute
    self.outer = outer
  }

  /// Creates the value of a key in a context.
  static func during<Result>(
    _ key: any TestDependencyKey.Type,
    _ context: DependencyContext,
    _ make: () -> Result
  ) -> Result {
    // Another dependency that leads back to this key is a separate case.
    let fallback = Fallback(key, missing: nil, substitute: context, outer: nil)
    return fallback.bind(make)
  }

  /// Creates the value that replaces a missing value. Stops the program if the replacement is already being
  /// created from the missing value.
  static func from<Result>(
    _ missing: DependencyContext,
    of key: any TestDependencyKey.Type,
    to substitute: DependencyContext,
    _ make: () -> Result
  ) -> Result {
    DefaultCreation.current?.fellBack(on: substitute)
    let fallback = Fallback(key, missing: missing, substitute: substitute, outer: current)
    let begun = sequence(first: fallback, next: \.outer).dropFirst().filter {
      !$0.isOver.load(ordering: .relaxed)
    }
    if begun.contains(where: { $0.key == key && $0.substitute == substitute }) { fail(fallback) }
    return fallback.bind(make)
  }

  private func bind<Result>(_ make: () -> Result) -> Result {
    defer { isOver.store(true, ordering: .relaxed) }
    return Self.$current.withValue(self, operation: make)
  }

  private static func fail(_ last: Fallback) -> Never {
    let chain = sequence(first: last, next: \.outer).prefix { $0.key == last.key }.reversed()
    var names: [String] = []
    for name in chain.flatMap({ [$0.missing, $0.substitute] }).compactMap(\.self).map({ "`\($0)Value`" })
    where name != names.last { names.append(name) }
    fatalError(
      """
      \(TypeName(last.key).full) has only values that are created from each other: \
      \(names.joined(separator: " → ")).

      Implement one of them. A key without a `testValue` uses its `previewValue`, and a key without both uses its `liveValue`.
      """
    )
  }
}
