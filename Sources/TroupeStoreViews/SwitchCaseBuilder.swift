/// The content of a ``SwitchStore`` that is created with a `switch` statement.
@MainActor
public struct SwitchCaseContent<State: Sendable, Action: Sendable, Content> {
  let make: @MainActor (ViewStore<State, Action>) -> Content
}

/// Builds the content of a ``SwitchStore`` with a `switch` statement.
@MainActor
@resultBuilder
public enum SwitchCaseBuilder<State: Sendable, Action: Sendable> {
  /// Builds the content for the `switch` statement's current case. A ``CaseLet`` for another case is an issue
  /// in debug builds.
  public static func buildExpression<CaseState, CaseAction, Content>(
    _ branch: CaseLet<State, Action, CaseState, CaseAction, Content>
  ) -> SwitchCaseContent<State, Action, Either<Content, UnhandledCase>> {
    SwitchCaseContent { store in
      if let content = branch.content(of: store) { return .first(content) }
      let unhandled = UnhandledCase(
        message: """
          A `CaseLet` in a `SwitchStore` is for a case other than the current case of \(State.self): \
          \(caseName(of: branch.state)).

          Put the `CaseLet` into its own `case` of the `switch` statement.
          """
      )
      #if DEBUG
        reportIssue(unhandled.message, at: branch.location)
      #endif
      return .second(unhandled)
    }
  }

  /// Builds any other content.
  @_disfavoredOverload
  public static func buildExpression<Content>(
    _ content: Content
  ) -> SwitchCaseContent<State, Action, Content> {
    SwitchCaseContent { _ in content }
  }

  /// Builds no content.
  public static func buildBlock() -> SwitchCaseContent<State, Action, NoElement> {
    SwitchCaseContent { _ in ElementsBuilder.buildBlock() }
  }

  /// Builds a single element, unchanged.
  public static func buildBlock<Content>(
    _ content: SwitchCaseContent<State, Action, Content>
  ) -> SwitchCaseContent<State, Action, Content> {
    content
  }

  /// Builds several elements.
  public static func buildBlock<each Content>(
    _ content: repeat SwitchCaseContent<State, Action, each Content>
  ) -> SwitchCaseContent<State, Action, Elements<repeat each Content>> {
    SwitchCaseContent { store in ElementsBuilder.buildBlock(repeat (each content).make(store)) }
  }

  /// Builds an `if` statement without `else`.
  public static func buildOptional<Content>(
    _ content: SwitchCaseContent<State, Action, Content>?
  ) -> SwitchCaseContent<State, Action, Either<Content, NoElement>> {
    SwitchCaseContent { store in ElementsBuilder.buildOptional(content.map { $0.make(store) }) }
  }

  /// Builds the first branch of an `if` or `switch` statement.
  public static func buildEither<First, Second>(
    first: SwitchCaseContent<State, Action, First>
  ) -> SwitchCaseContent<State, Action, Either<First, Second>> {
    SwitchCaseContent { .first(first.make($0)) }
  }

  /// Builds the second branch of an `if` or `switch` statement.
  public static func buildEither<First, Second>(
    second: SwitchCaseContent<State, Action, Second>
  ) -> SwitchCaseContent<State, Action, Either<First, Second>> {
    SwitchCaseContent { .second(second.make($0)) }
  }
}
