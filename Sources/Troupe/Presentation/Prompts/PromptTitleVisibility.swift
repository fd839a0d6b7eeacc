/// The visibility of a dialog's title. The code that shows the dialog switches over the visibility.
public enum PromptTitleVisibility: Hashable, Codable, Sendable {
  /// The code that shows the dialog decides whether to show the title.
  case automatic
  /// The title is shown.
  case visible
  /// The title isn't shown, but may still be read aloud.
  case hidden
}
