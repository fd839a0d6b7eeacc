/// What the process says if it crashes in a reducer.
package enum CrashText {
  /// Returns the text for an action of a store that has no ids.
  ///
  /// - Parameters:
  ///   - action: The type and the case of the action.
  ///   - store: What the store is called; see ``Runtime/label``.
  static func text(of action: String, in store: String) -> String {
    "Troupe: The process crashed while \(store) was reducing \(action)."
  }

  /// Returns the text for an action that an instrument sees.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - showsPayloads: Whether it shows the action, or only its type and its case.
  package static func text(of action: ActionInfo, showsPayloads: Bool = false) -> String {
    let store =
      action.store == .none
      ? "a reducer without a store" : Runtime.label(name: action.store.name, location: action.store.location)
    let cause = action.cause.map { ", which follows from \($0.action)" } ?? ""
    let text = text(of: action.action.text(showsPayloads: showsPayloads), in: store)
    return "\(text) It is \(action.id)\(cause)."
  }
}
