import Glibc
import Troupe

/// Reads the answer to a request for events, as it arrives.
struct EventReader {
  private enum Part {
    case head, chunkSize
    /// In a chunk, with this many bytes still to come, including the end of its line.
    case chunk(Int)
    case end
  }

  private var part = Part.head
  /// The unfinished line, if it needn't be left out: the head, the size of a chunk, or an id.
  private var line: [UInt8] = []
  /// The length of the stream's line, of which `line` has only the beginning.
  private static let longestLine = 64

  /// Whether the server has begun with the stream.
  private(set) var hasBegun = false
  /// The position of the last event.
  private(set) var position: FeedPosition?
  private(set) var eventCount = 0
  /// Whether the server has reported that events are missing.
  private(set) var isReloaded = false
  /// What was wrong.
  private(set) var mistake: String?

  var hasEnded: Bool { if case .end = part { true } else { false } }

  mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty, mistake == nil {
      switch part {
      case .head:
        guard takeLine(&rest, within: 4_096) else { return }
        if !hasBegun {
          hasBegun = line.starts(with: "HTTP/1.1 200 ".utf8)
          if !hasBegun { mistake = "It was answered with \(String(decoding: line, as: UTF8.self))" }
        } else if line.isEmpty {
          part = .chunkSize
        }
        line.removeAll(keepingCapacity: true)
      case .chunkSize:
        guard takeLine(&rest, within: Self.longestLine) else { return }
        guard let size = Int(String(decoding: line, as: UTF8.self), radix: 16) else {
          mistake = "A chunk begins with \(String(decoding: line, as: UTF8.self))"
          return
        }
        line.removeAll(keepingCapacity: true)
        part = size == 0 ? .end : .chunk(size + 2)
      case .chunk(let size):
        var chunk = rest.prefix(size)
        rest = rest.dropFirst(size)
        part = chunk.count == size ? .chunkSize : .chunk(size - chunk.count)
        while takeLine(&chunk, within: Self.longestLine) {
          readLine()
          line.removeAll(keepingCapacity: true)
        }
      case .end: return
      }
    }
  }

  /// Moves bytes to the line, as many as it may have.
  ///
  /// - Returns: Whether the line is over.
  private mutating func takeLine(_ rest: inout Slice<UnsafeRawBufferPointer>, within limit: Int) -> Bool {
    let bytes = UnsafeRawBufferPointer(rebasing: rest)
    guard let start = bytes.baseAddress else { return false }
    let end = memchr(start, Int32(UInt8(ascii: "\n")), bytes.count)
    let count = end.map { UnsafeRawPointer($0) - start } ?? bytes.count
    line += bytes.prefix(min(count, limit - line.count))
    rest = rest.dropFirst(end == nil ? count : count + 1)
    if end != nil, line.last == UInt8(ascii: "\r") { line.removeLast() }
    return end != nil
  }

  private mutating func readLine() {
    if line.starts(with: "id: ".utf8) {
      guard let next = FeedPosition(String(decoding: line.dropFirst(4), as: UTF8.self)) else {
        mistake = "There is no such id: \(String(decoding: line, as: UTF8.self))"
        return
      }
      if let position, next.epoch != position.epoch || next.number != position.number + 1 {
        mistake = "\(next) came after \(position)."
      }
      if isReloaded { mistake = "\(next) came after it had to reload." }
      position = next
      eventCount += 1
    } else if line.elementsEqual("event: reload".utf8) {
      isReloaded = true
    }
  }
}
