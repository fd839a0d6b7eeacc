import Troupe
import TroupeDiagnostics

/// Formats an action as the names of its cases and the labels of their payloads.
package enum ActionLabels {
  package static func text(of action: Any) -> String {
    let type = TypeName(Swift.type(of: action)).full
    return type + label(of: action)
  }

  private static func label(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { label(of: $0.value) } ?? "" }
    // A custom mirror can use any labels.
    guard !(value is any CustomReflectable) else { return "" }
    switch mirror.displayStyle {
    case .enum:
      guard let payload = mirror.children.first else { return ".\(value)" }
      let inner = label(of: payload.value)
      return ".\(payload.label ?? "")" + (inner.isEmpty ? "" : "(\(inner))")
    case .tuple:
      return mirror.children.map { part in
        let name = part.label.flatMap { $0.hasPrefix(".") ? nil : "\($0):" } ?? "_:"
        let inner = label(of: part.value)
        return inner.isEmpty ? name : "\(name) \(inner)"
      }
      .joined(separator: ", ")
    default:
      return ""
    }
  }
}
