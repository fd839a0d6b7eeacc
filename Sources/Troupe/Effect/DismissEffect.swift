extension DependencyValues {
  /// Dismisses the feature whose effect calls this dependency; see ``DismissEffect``.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature, or a feature that contains this feature, is a child that can be dismissed.
  ///
  /// The property is true in children of `ifLet` and `forEach`, and in all features inside these children.
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }
}

private enum DismissKey: DependencyKey {
  static var liveValue: DismissEffect { DismissEffect() }
  static var testValue: DismissEffect { DismissEffect() }
}

private enum IsPresentedKey: DependencyKey {
  static var liveValue: Bool { false }
  static var testValue: Bool { false }
}

/// Dismisses a feature from an effect inside the feature, without a reference to the feature's parent.
///
/// ```swift
/// @Reducer
/// struct Editor {
///   struct State { var draft = "" }
///   enum Action { case typed(String), saveTapped }
///
///   @Dependency(\.dismiss) var dismiss
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       switch action {
///       case .typed(let text):
///         state.draft += text
///         return .none
///       case .saveTapped:
///         return .run { [draft = state.draft] _ in
///           try await save(draft)
///           await dismiss()
///         }
///       }
///     }
///   }
/// }
/// ```
///
/// Call `dismiss` in an effect, or in a child task or task group of the effect. The call searches upwards
/// from the effect's feature and dismisses the first feature that can be dismissed. The parent of a presented
/// feature receives ``PresentationAction/dismiss``. The parent of a stack's element receives
/// ``StackAction/popFrom(id:)``. An optional child or a row is removed from the parent's state without an
/// action.
public struct DismissEffect: Sendable {
  private let override: (@Sendable () async -> Void)?

  /// Creates a dismiss effect that searches for the feature to dismiss.
  init() { override = nil }

  /// Creates a dismiss effect for tests. The dismiss effect runs a closure instead of dismissing a feature.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    override = dismiss
  }

  /// Dismisses the feature.
  ///
  /// The call returns after the feature has been removed. The calling effect is then cancelled together with
  /// the feature, and actions that the effect still sends are dropped. In a cancelled task, the call does
  /// nothing. If no feature can be dismissed, or if the effect has already ended, for example because the
  /// calling task outlives the effect, the call reports an issue.
  ///
  /// - Parameters:
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  public func callAsFunction(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    if let override { return await override() }
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let effect = RunningEffect.current else { return Self.reportOutsideOfEffects(at: location) }
    if let turn = await effect.dismiss(at: location, on: effect.isolation) {
      await effect.waitForOutcome(of: turn, on: effect.isolation)
    }
  }

  static func reportEnded(_ effect: RunningEffect, at location: CallSite) {
    reportIssue(
      """
      `dismiss()` was called after the effect \(effect.label) had ended, so nothing was dismissed.

      The likely cause is a task that outlives the operation of the effect. Keep the operation running: await \
      the task's value in the operation, or use a task group.
      """,
      at: location
    )
  }

  /// Reports that neither an effect's feature nor any feature that contains that feature can be dismissed.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - obstacles: The reasons why the features can't be dismissed, from the effect's feature upwards.
  ///   - location: The location of the call.
  static func reportNothingToDismiss(
    by effect: RunningEffect,
    _ obstacles: [DismissalObstacle],
    at location: CallSite
  ) {
    let feature = obstacles.first?.feature ?? "permanent"
    reportIssue(
      """
      `dismiss()` was called by a feature that can't be dismissed. The feature is \(feature), and the call \
      is in its effect \(effect.label). Neither the feature nor any feature that contains it is presented.

      \(obstacles.advice)

      If the feature is presented elsewhere, check the dependency `isPresented` before the call.
      """,
      at: location
    )
  }

  private static func reportOutsideOfEffects(at location: CallSite) {
    reportIssue(
      """
      `dismiss()` was called outside an effect, so the feature to dismiss is unknown.

      Call it in the operation of a `.run` effect. In a detached task, capture the dependencies first, with \
      `withEscapedDependencies`.
      """,
      at: location
    )
  }
}
