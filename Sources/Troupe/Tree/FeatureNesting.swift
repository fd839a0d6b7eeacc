import TroupeDiagnostics

/// How deep features are nested.
///
/// Each level takes a part of the stack for as long as an action is reduced, and a stack that is full ends
/// the process without a message. So the level is counted where the reducer of a child is resolved, which
/// happens once for each operator, when the first action comes so deep.
enum FeatureNesting {
  /// The number of features that may be inside each other. In a debug build, a level of a small feature takes
  /// 6 KB of the 8 MB that a thread of Linux has.
  static let limit = 1_000

  /// The level of the feature whose reducer is being resolved.
  @TaskLocal static var level = 0

  /// Resolves the reducer of a child.
  ///
  /// - Parameters:
  ///   - level: The level of its parent.
  ///   - child: The type of the child's state.
  ///   - location: The location of the operator that embeds it.
  ///   - resolve: Resolves it.
  static func inChild<Result>(
    of level: Int,
    _ child: Any.Type,
    at location: CallSite,
    _ resolve: () -> Result
  ) -> Result {
    if level >= limit || StackRoom.isNearlyFull { fail(level + 1, child, location) }
    return $level.withValue(level + 1, operation: resolve)
  }

  /// Checks that there is room to resolve a reducer that is made of others, which may contain itself without
  /// a child in between.
  static func checkRoom(for reducer: Any.Type) {
    guard StackRoom.isNearlyFull else { return }
    fatalError(
      """
      The stack is full while the body of \(TypeName(reducer).full) is evaluated.

      The likely cause is a reducer that contains itself, by way of a `Reduce`, a property or a function, without an \
      `ifLet`, `ifCaseLet` or `forEach` in between. Only the children of these are evaluated when they are there.
      """
    )
  }

  // Not a precondition: its text isn't in release builds, in which this is to be found, too.
  private static func fail(_ level: Int, _ child: Any.Type, _ location: CallSite) -> Never {
    let reason = level > limit ? "more than the \(limit) that are supported" : "and the stack is full"
    fatalError(
      """
      \(OperatorPosition.nameOfFeature(child)) was about to run inside \(level) features, \(reason). The operator at \
      \(location) embeds it.

      The likely causes:
      - The feature embeds itself in the same state, so that each level has a further one, as in \
      `Scope(state: \\.self, …)`. Embed it in a part of the state that can be missing.
      - The state is a tree that is as deep. Keep its nodes in one `IdentifiedArray`, with the id of the parent in each.
      """
    )
  }
}
