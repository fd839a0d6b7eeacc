/// The counts of files.
struct Digest: Codable, Equatable, Sendable {
  /// A file and its size.
  struct File: Codable, Equatable, Sendable {
    let path: String
    let bytes: Int
  }

  /// A word and how often it occurs.
  struct WordCount: Equatable, Sendable {
    let word: String
    let count: Int
  }

  var lines = 0
  var words = 0
  var bytes = 0
  /// How often each run of letters occurs, in lowercase.
  var frequencies: [String: Int] = [:]
  var files: [File] = []

  /// Adds the counts of other files.
  mutating func merge(_ other: Digest) {
    lines += other.lines
    words += other.words
    bytes += other.bytes
    frequencies.merge(other.frequencies, uniquingKeysWith: +)
    files += other.files
  }

  /// The words that occur most often, without ``StopWords``. Equally frequent words are in
  /// alphabetical order.
  func mostFrequentWords(_ limit: Int) -> [WordCount] {
    let counts = frequencies.lazy.filter { !StopWords.contains($0.key) }
      .map { WordCount(word: $0.key, count: $0.value) }
    return Array(counts.sorted { ($1.count, $0.word) < ($0.count, $1.word) }.prefix(limit))
  }

  /// The files with the most bytes; files of equal size are in the order of their paths.
  func largestFiles(_ limit: Int) -> [File] {
    let sorted = files.sorted { one, other in
      // By bytes, as `sort` does it, and not by canonical equivalence.
      one.bytes == other.bytes
        ? one.path.utf8.lexicographicallyPrecedes(other.path.utf8) : one.bytes > other.bytes
    }
    return Array(sorted.prefix(limit))
  }
}
