/// One or more branches of a ``SwitchStore``. The first branch that matches the case is built.
@MainActor
public struct SwitchStoreBranch<State: Sendable, Action: Sendable, Content> {
  let make: @MainActor (ViewStore<State, Action>) -> Content?
}

// The builder composes branches in pairs, as in `SwitchBuilder`.
/// Builds the branches of a ``SwitchStore``.
@MainActor
@resultBuilder
public enum SwitchStoreBuilder<State: Sendable, Action: Sendable> {
  /// Builds a branch for a case.
  public static func buildExpression<CaseState, CaseAction, Content>(
    _ branch: CaseLet<State, Action, CaseState, CaseAction, Content>
  ) -> SwitchStoreBranch<State, Action, Content> {
    SwitchStoreBranch { branch.content(of: $0) }
  }

  /// Builds a branch for all other cases.
  public static func buildExpression<Content>(
    _ branch: Default<Content>
  ) -> SwitchStoreBranch<State, Action, Content> {
    SwitchStoreBranch { _ in branch.make() }
  }

  /// Builds the first branch.
  public static func buildPartialBlock<Content>(
    first: SwitchStoreBranch<State, Action, Content>
  ) -> SwitchStoreBranch<State, Action, Content> {
    first
  }

  /// Adds another branch.
  public static func buildPartialBlock<First, Second>(
    accumulated: SwitchStoreBranch<State, Action, First>,
    next: SwitchStoreBranch<State, Action, Second>
  ) -> SwitchStoreBranch<State, Action, Either<First, Second>> {
    SwitchStoreBranch { store in
      accumulated.make(store).map { .first($0) } ?? next.make(store).map { .second($0) }
    }
  }
}
