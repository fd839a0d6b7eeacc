import Synchronization

@testable import FolderDigest

/// Keeps the output of a program.
final class Transcript: Sendable {
  private let texts = Mutex((printed: "", complained: ""))

  var printed: String { texts.withLock { $0.printed } }
  var complained: String { texts.withLock { $0.complained } }

  func console(isTerminal: Bool = false) -> Console {
    Console(
      isTerminal: isTerminal,
      print: { text in self.texts.withLock { $0.printed += text } },
      complain: { text in self.texts.withLock { $0.complained += text } }
    )
  }
}
