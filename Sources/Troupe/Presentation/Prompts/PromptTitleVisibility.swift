/// Whether the title of a dialog is shown.
public enum PromptTitleVisibility: Hashable, Codable, Sendable {
  /// Whoever shows it decides.
  case automatic
  /// It is shown.
  case visible
  /// It isn't shown; it may still be read aloud.
  case hidden
}
