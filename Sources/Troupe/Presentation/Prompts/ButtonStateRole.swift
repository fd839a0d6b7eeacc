/// What a button stands for.
public enum ButtonStateRole: String, Hashable, Sendable, Codable {
  /// It leaves everything as it is.
  case cancel
  /// It destroys something.
  case destructive
}
