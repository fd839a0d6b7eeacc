/// Whether a dialog's title is shown. The code that shows the dialog switches over it.
public enum PromptTitleVisibility: Hashable, Codable, Sendable {
  /// The code that shows the dialog decides.
  case automatic
  /// The title is shown.
  case visible
  /// The title isn't shown. It may still be read aloud.
  case hidden
}
