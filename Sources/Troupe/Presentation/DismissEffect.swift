extension DependencyValues {
  /// Takes the feature away whose effect calls it; see ``DismissEffect``.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature, or one that it is part of, is a child that can be dismissed.
  ///
  /// It is fixed by the position in the tree of features. It is true in the children of `ifLet` and `forEach` and in all
  /// that is in them.
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

/// With which a feature has itself dismissed, without knowing its parent.
///
/// ```swift
/// struct Editor: Reducer {
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
/// It is to be called in an effect, at any depth: in groups and child tasks, too. It finds the nearest feature, from the
/// one whose effect it is on upwards, that can be dismissed. For a presented one, the parent gets
/// ``PresentationAction/dismiss``; for an element of a stack, ``StackAction/popFrom(id:)``. The child of an optional, and
/// a row, are taken out of the parent's state without an action.
public struct DismissEffect: Sendable {
  private let override: (@Sendable () async -> Void)?

  /// The one that looks for the feature to dismiss.
  init() { override = nil }

  /// Makes one that does something else, for tests.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    override = dismiss
  }

  /// Dismisses the feature.
  ///
  /// It resumes when the feature is gone, and with it the calling effect is cancelled: what that sends afterwards is
  /// dropped. In a task that is cancelled it does nothing. Where nothing can be dismissed, that is an issue, and so it is
  /// when the effect has ended before, which a task that it made may outlive.
  ///
  /// - Parameters:
  ///   - fileID: The file named in the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  public func callAsFunction(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    if let override { return await override() }
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let effect = RunningEffect.current else { return Self.reportOutsideOfEffects(at: location) }
    await effect.dismiss(at: location, on: effect.home)
  }

  static func reportEnded(_ effect: RunningEffect, at location: SourceLocation) {
    reportIssue(
      """
      `dismiss()` was called for an effect that had already ended, and nothing was dismissed: the effect \(effect.label).

      It was most likely called in a task that outlives the operation of the effect. Keep the operation running until \
      then: wait in it for the task's value, or use a task group.
      """,
      at: location
    )
  }

  /// Reports that neither the feature of an effect nor one that it is part of can be dismissed.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - obstacles: What keeps the features from being dismissed, from that of the effect upwards.
  ///   - location: Where it was called.
  static func reportNothingToDismiss(
    by effect: RunningEffect,
    _ obstacles: [DismissalObstacle],
    at location: SourceLocation
  ) {
    let feature = obstacles.first?.feature ?? "one that is always there"
    reportIssue(
      """
      A feature asked to be dismissed that can't be: \(feature), whose effect \(effect.label) called `dismiss()`. Neither it \
      nor a feature that it is part of is presented here.

      \(obstacles.advice)

      If the feature is presented elsewhere, have it look at the dependency `isPresented` first.
      """,
      at: location
    )
  }

  private static func reportOutsideOfEffects(at location: SourceLocation) {
    reportIssue(
      """
      A feature asked to be dismissed that isn't known: `dismiss()` was called outside of an effect.

      The likely causes: it was called in no effect, or in a detached task that took no dependencies along (see \
      `withEscapedDependencies`).
      """,
      at: location
    )
  }
}
