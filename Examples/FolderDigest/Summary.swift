import Foundation

/// The result of a digest as JSON.
///
/// The same files give the same bytes, in whatever order they were read.
struct Summary: Encodable {
  struct Word: Encodable {
    let word: String
    let count: Int
  }

  let folder: String
  let isPartial: Bool
  let files: Int
  let lines: Int
  let words: Int
  let bytes: Int
  let mostFrequentWords: [Word]
  let largestFiles: [Digest.File]
  let skipped: [Skipped]
  let foldersLeftOut: Int

  init(_ scan: Scan.State, top: Int) {
    folder = scan.folder
    isPartial = scan.isPartial
    files = scan.digest.files.count
    lines = scan.digest.lines
    words = scan.digest.words
    bytes = scan.digest.bytes
    mostFrequentWords = scan.digest.mostFrequentWords(top).map { Word(word: $0.word, count: $0.count) }
    largestFiles = scan.digest.largestFiles(top)
    skipped = scan.skippedInOrder
    foldersLeftOut = scan.foldersLeftOut
  }

  /// The JSON text, which ends with a newline.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
