/// What is found in a folder.
enum Listing: Codable, Equatable, Sendable {
  /// The path of a regular file.
  case file(String)
  /// What can't be looked into.
  case unreadable(Skipped)
}
