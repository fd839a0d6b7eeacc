/// The text that the process prints if the process crashes in a reducer.
package enum CrashText {
  /// Returns the beginning of the text for a store.
  ///
  /// - Parameter store: The store's label; see ``Runtime/label``.
  static func start(_ store: String) -> String { "Troupe: The process crashed while \(store) was reducing " }

  /// Returns the beginning of the text for an action that was passed to an instrument.
  package static func start(_ action: ActionInfo) -> String {
    let store = action.store
    if store == .none { return start("a reducer without a store") }
    return start(StoreInfo.label(name: store.name, location: store.location))
  }

  /// Returns the rest of the text, which describes the action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - showsPayloads: Whether the text shows the whole action, or only the action's type and case.
  package static func rest(_ action: ActionInfo, showsPayloads: Bool = false) -> String {
    let cause = action.cause.map { ", caused by action \($0.action)" } ?? ""
    return "\(action.action.text(showsPayloads: showsPayloads)). This is action \(action.id)\(cause)"
  }
}
