/// The context in which a store reduces an action: task-local values, such as a tenant or a trace.
///
/// ```swift
/// enum Tenant {
///   @TaskLocal static var current = "nobody"
/// }
/// ```
///
/// ```swift
/// configuration.actionContext = {
///   let tenant = Tenant.current
///   return ActionContext { work in Tenant.$current.withValue(tenant) { work() } }
/// }
/// ```
///
/// See ``StoreConfiguration/actionContext``.
public struct ActionContext: Sendable {
  private let bind: @Sendable (() -> Void) -> Void

  /// Creates a context.
  ///
  /// - Parameter bind: Sets the context's values and calls `work` exactly once before the closure returns.
  public init(_ bind: @escaping @Sendable (_ work: () -> Void) -> Void) {
    self.bind = bind
  }

  /// Runs work in the context.
  func run(_ work: () -> Void) {
    var isDone = false
    bind {
      if isDone { return }
      isDone = true
      work()
    }
    if isDone { return }
    reportIssue(
      """
      The closure of an `ActionContext` didn't call `work()`, so the work runs without the context. \
      Call `work()` exactly once in this closure.
      """
    )
    work()
  }
}
