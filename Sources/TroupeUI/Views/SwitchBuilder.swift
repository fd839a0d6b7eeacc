/// One or more branches of a ``Switch``. The first branch that matches the case is built.
@MainActor
public struct SwitchBranch<Enum, Content> {
  let make: @MainActor (StoreBinding<Enum>) -> Content?
}

// The builder composes branches in pairs, because the compiler doesn't support the requirement that all
// branches in a pack have the same enum.
/// Builds the branches of a ``Switch``.
@MainActor
@resultBuilder
public enum SwitchBuilder<Enum> {
  /// Builds a branch for a case.
  public static func buildExpression<Payload, Content>(
    _ branch: CaseLet<Enum, Payload, Content>
  ) -> SwitchBranch<Enum, Content> {
    SwitchBranch { value in StoreBinding(unwrapping: value, case: branch.pattern).map { branch.then($0) } }
  }

  /// Builds a branch for all other cases.
  public static func buildExpression<Content>(_ branch: Default<Content>) -> SwitchBranch<Enum, Content> {
    SwitchBranch { _ in branch.make() }
  }

  /// Builds the first branch.
  public static func buildPartialBlock<Content>(
    first: SwitchBranch<Enum, Content>
  ) -> SwitchBranch<Enum, Content> {
    first
  }

  /// Adds another branch.
  public static func buildPartialBlock<First, Second>(
    accumulated: SwitchBranch<Enum, First>,
    next: SwitchBranch<Enum, Second>
  ) -> SwitchBranch<Enum, Either<First, Second>> {
    SwitchBranch { value in
      accumulated.make(value).map { .first($0) } ?? next.make(value).map { .second($0) }
    }
  }
}
