/// What whoever gives an action to a store puts in force for it: task-locals, such as a tenant or a trace.
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

  /// Makes a context.
  ///
  /// - Parameter bind: Puts the values in force and runs what it is given, once, before it returns.
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
      The context of an action didn't run what it was given, which is done without it now. Call `work()` in the \
      closure of `ActionContext`.
      """
    )
    work()
  }
}
