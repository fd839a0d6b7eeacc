/// How far a digest has come.
struct Progress: Codable, Equatable, Sendable {
  /// Whether more files may be found.
  var isListing = true
  /// How many files were found.
  var found = 0
  /// How many of them were digested or skipped.
  var done = 0

  /// Whether every file was found and is done with.
  var isComplete: Bool { !isListing && done == found }
}
