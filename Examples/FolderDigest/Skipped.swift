/// A file, or a folder, that is left out of a digest.
struct Skipped: Codable, Equatable, Sendable {
  let path: String
  let reason: String
}
