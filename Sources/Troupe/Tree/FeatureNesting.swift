import TroupeDiagnostics

/// The nesting depth of features.
///
/// Each level uses a part of the stack during the reduction of an action, and a stack overflow ends the
/// process without a message. The level is therefore counted where a child's reducer is resolved. A reducer
/// is resolved once for each operator, when the first action reaches that level.
enum FeatureNesting {
  /// The maximum nesting depth of features. In a debug build, a level of a small feature uses 6 KB of the
  /// stack, and a thread on Linux has 8 MB.
  static let limit = 1_000

  /// The level of the feature whose reducer is being resolved.
  @TaskLocal static var level = 0

  /// Resolves a child's reducer.
  ///
  /// - Parameters:
  ///   - level: The level of the parent.
  ///   - child: The type of the child's state.
  ///   - location: The location of the operator that embeds the child.
  ///   - resolve: Resolves the reducer.
  static func inChild<Result>(
    of level: Int,
    _ child: Any.Type,
    at location: CallSite,
    _ resolve: () -> Result
  ) -> Result {
    if level >= limit || StackRoom.isNearlyFull { fail(level + 1, child, location) }
    return $level.withValue(level + 1, operation: resolve)
  }

  /// Checks that the stack has room to resolve a composed reducer, which may contain itself without a child
  /// in between.
  static func checkRoom(for reducer: Any.Type) {
    guard StackRoom.isNearlyFull else { return }
    fatalError(
      """
      The stack is full while the body of \(TypeName(reducer).full) is evaluated.

      The likely cause is a reducer that contains itself through a `Reduce`, a property or a function, without an \
      `ifLet`, `ifCaseLet` or `forEach` in between. Only these operators defer the evaluation of a child's reducer until the child exists.
      """
    )
  }

  // This function calls `fatalError`, because release builds omit the texts of preconditions, but need this
  // message.
  private static func fail(_ level: Int, _ child: Any.Type, _ location: CallSite) -> Never {
    let reason = level > limit ? "more than the \(limit) that are supported" : "and the stack is full"
    fatalError(
      """
      \(OperatorPosition.nameOfFeature(child)) was about to run inside \(level) features, \(reason). The operator at \
      \(location) embeds the feature.

      The likely causes:
      - The feature embeds itself in the same state, so that each level contains another level, as in \
      `Scope(state: \\.self, …)`. Embed it in a part of the state that can be missing.
      - The state is a tree of that depth. Keep its nodes in one `IdentifiedArray`, with the parent's id in each node.
      """
    )
  }
}
