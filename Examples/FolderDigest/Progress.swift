/// The progress of a digest.
struct Progress: Codable, Equatable, Sendable {
  /// Whether more files may be found.
  var isListing = true
  /// How many files were found.
  var found = 0
  /// How many of them were digested or skipped.
  var done = 0

  /// Whether every file was found and handled.
  var isComplete: Bool { !isListing && done == found }
}
