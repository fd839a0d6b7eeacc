import InMemoryLogging
import InMemoryTracing
import TroupeLogging
import Tracing
import TroupeTracing
import XCTest

extension InMemoryLogHandler.Entry {
  subscript(key: String) -> String? { metadata[key].map { "\($0)" } }
}

extension Observer {
  /// The lines with a message.
  func lines(_ message: String) -> [InMemoryLogHandler.Entry] {
    log.entries.filter { "\($0.message)" == message }
  }

  /// The one line with a message, and with metadata if any are given.
  func line(
    _ message: String,
    where key: String? = nil,
    is value: String? = nil,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> InMemoryLogHandler.Entry {
    let found = lines(message).filter { entry in key.map { entry[$0] == value } ?? true }
    XCTAssertEqual(found.count, 1, "lines \(message) with \(value ?? "anything")", file: file, line: line)
    return try XCTUnwrap(found.first, file: file, line: line)
  }

  /// The chain that led to a line, read from the ids in the log: the effect that wrote it, the action that
  /// started that effect, and so on, up to the first action.
  func trail(
    to start: InMemoryLogHandler.Entry,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> [InMemoryLogHandler.Entry] {
    var steps = [start]
    while let last = steps.last {
      let next: InMemoryLogHandler.Entry
      if let origin = last[LogKey.origin], origin.contains("#") {
        next = try self.line("Effect began", where: LogKey.effectID, is: origin, file: file, line: line)
      } else if let cause = last[LogKey.causeID] {
        next = try self.line("Action", where: LogKey.actionID, is: cause, file: file, line: line)
      } else {
        break
      }
      steps.append(next)
    }
    return steps
  }

  /// The names of the spans above the one finished span with a name, from it to the top.
  func spans(
    above name: String,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> [String] {
    let all = tracer.finishedSpans
    var span = all.filter { $0.operationName == name }
    XCTAssertEqual(span.count, 1, "spans \(name)", file: file, line: line)
    var names: [String] = []
    while let current = span.first {
      names.append(current.operationName)
      span = all.filter { $0.spanID == current.parentSpanID && $0.traceID == current.traceID }
    }
    return names
  }
}

extension FinishedInMemorySpan {
  /// An attribute as text.
  subscript(key: String) -> String? {
    guard case .string(let text)? = attributes.get(key) else { return nil }
    return text
  }
}
