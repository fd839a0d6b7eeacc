/// The result of listing a folder.
enum Listing: Codable, Equatable, Sendable {
  /// The path of a regular file.
  case file(String)
  /// The path of a folder that the selection leaves out.
  case leftOut(String)
  /// A file or folder that can't be read.
  case unreadable(Skipped)
}
