/// Counts the lines and words of a text that arrives in chunks, cut anywhere.
///
/// A line is a newline byte, and a word is a run of bytes without white space, as for `wc` in the C locale.
struct TextCounter: Sendable {
  private var digest = Digest()
  private var isInWord = false
  /// The letters that may continue in the next chunk.
  private var letters: [UInt8] = []
  private var encoding = UTF8Check()

  /// Counts the next chunk.
  ///
  /// - Throws: ``FileError`` if the bytes aren't text. Counting can't continue then.
  mutating func count(_ chunk: some Sequence<UInt8>) throws(FileError) {
    for byte in chunk {
      guard byte != 0 else { throw .binary }
      guard encoding.accepts(byte) else { throw .notUTF8 }
      digest.bytes += 1
      countWord(byte)
      countLetter(byte)
    }
  }

  /// Ends the count at the end of the text.
  ///
  /// - Parameter path: The file that contains the text.
  /// - Throws: ``FileError`` if the text breaks off within a character.
  consuming func finish(_ path: String) throws(FileError) -> Digest {
    guard encoding.isComplete else { throw .notUTF8 }
    endLetters()
    digest.files = [Digest.File(path: path, bytes: digest.bytes)]
    return digest
  }

  private mutating func countWord(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\n"):
      digest.lines += 1
      isInWord = false
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0B, 0x0C:
      isInWord = false
    default:
      if !isInWord { digest.words += 1 }
      isInWord = true
    }
  }

  private mutating func countLetter(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letters.append(byte)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letters.append(byte | 0x20)
    default: endLetters()
    }
  }

  private mutating func endLetters() {
    guard !letters.isEmpty else { return }
    digest.frequencies[String(decoding: letters, as: UTF8.self), default: 0] += 1
    letters.removeAll(keepingCapacity: true)
  }
}
