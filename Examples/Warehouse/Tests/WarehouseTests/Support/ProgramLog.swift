import Foundation
import Logging
import Synchronization

/// The output of a program, for tests that wait for a part of it.
final class ProgramLog: Sendable {
  private struct State {
    var text = ""
    var isOver = false
    var waiters: [(part: String, continuation: CheckedContinuation<Bool, Never>)] = []
  }

  private let state = Mutex(State())

  /// For the loggers of a test.
  init() {}

  /// Reads until the program has ended.
  init(_ handle: FileHandle) {
    Thread.detachNewThread { [self] in
      while case let data = handle.availableData, !data.isEmpty {
        add(String(decoding: data, as: UTF8.self))
      }
      end()
    }
  }

  var text: String { state.withLock { $0.text } }

  /// Waits until it has written a text. Returns false if it has ended without.
  func has(_ part: String) async -> Bool {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Bool? in
        if state.text.contains(part) { return true }
        if state.isOver { return false }
        state.waiters.append((part, continuation))
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  fileprivate func add(_ part: String) {
    let found = state.withLock { state in
      state.text += part
      let text = state.text
      let found = state.waiters.filter { text.contains($0.part) }
      state.waiters.removeAll { text.contains($0.part) }
      return found
    }
    for waiter in found { waiter.continuation.resume(returning: true) }
  }

  private func end() {
    let rest = state.withLock { state in
      state.isOver = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in rest { waiter.continuation.resume(returning: false) }
  }
}

extension ProgramLog {
  /// A logger that writes there.
  var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

  private struct Handler: LogHandler {
    let log: ProgramLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let values = (event.metadata ?? [:]).map { " \($0.key)=\($0.value)" }.sorted().joined()
      log.add("\(event.level): \(event.message)\(values)\n")
    }
  }
}
