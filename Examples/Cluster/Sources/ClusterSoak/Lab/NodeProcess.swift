import Foundation
import Locks

/// A node's answer to a request.
enum Answer: Sendable {
  case done(before: Int, tail: [String])
  /// Nothing was reduced: the key's home is elsewhere.
  case elsewhere(String)
  /// Nothing was reduced.
  case refused(String)
  /// The change may have been made, or may be made later.
  case unknown(String)
}

/// The process of a node, and the requests that it hasn't answered.
final class NodeProcess: Sendable {
  /// Called with each answer when it arrives, even if no task waits for it any more. A request without an
  /// answer from a process that has ended is unknown.
  typealias Taker = @Sendable (Answer) -> Void

  private struct Request {
    var take: Taker
    var waiting: CheckedContinuation<Answer?, Never>?
    let since: ContinuousClock.Instant
  }

  private struct State {
    var lastNumber = 0
    var requests: [Int: Request] = [:]
    var isReady = false
    var isOver = false
    var ends: [CheckedContinuation<Void, Never>] = []
  }

  let number: Int
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let state = Locked(State())
  private let say: @Sendable (_ words: [String]) -> Void

  /// Starts a node.
  ///
  /// - Parameter say: Gets the lines that aren't answers, as words.
  init(
    _ number: Int,
    in lab: Lab,
    lease: Duration,
    isFenced: Bool,
    say: @escaping @Sendable (_ words: [String]) -> Void
  ) throws {
    self.number = number
    self.say = say
    let program = ProcessInfo.processInfo.environment["CLUSTER_SOAK"] ?? CommandLine.arguments[0]
    let words =
      lab.prefixWords(number) + [
        URL(filePath: program).path, "node", lab.connection(number), "node-\(number)",
        "\(Int(lease / .milliseconds(1)))", isFenced ? "fenced" : "unfenced",
      ]
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardInput = input
    process.standardOutput = output
    let log = "\(lab.folder)/node-\(number).log"
    let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    process.standardError = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try process.run()
    // A stopped node reads nothing, so the write doesn't wait for it.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFL, O_NONBLOCK)
    Lines.each(
      output.fileHandleForReading.fileDescriptor,
      { [self] in take($0.split(separator: " ").map(String.init)) },
      end: { [self] in end() }
    )
  }

  var pid: Int32 { process.processIdentifier }
  var isReady: Bool { state.withLock { $0.isReady && !$0.isOver } }

  /// Waits until the node has joined.
  func ready() async throws {
    while !isReady {
      guard process.isRunning else { throw Lab.LabError(description: "Node \(number) has ended.") }
      await Soak.pause(.milliseconds(20))
    }
  }

  /// Sends a signal.
  func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Sends a command that has no answer.
  func tell(_ line: String) { Lines.write(line, to: input.fileHandleForWriting.fileDescriptor) }

  /// Waits until the process is gone, and all of its output is read.
  func ended() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.ends.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  /// Sends a request.
  ///
  /// - Parameter take: Gets the answer, however late it arrives.
  /// - Returns: The answer; nil if it takes too long.
  func ask(_ words: String, _ take: @escaping Taker) async -> Answer? {
    await withCheckedContinuation { continuation in
      let number = state.withLock { state -> Int? in
        guard !state.isOver else { return nil }
        state.lastNumber += 1
        state.requests[state.lastNumber] = Request(take: take, waiting: continuation, since: .now)
        return state.lastNumber
      }
      guard let number else {
        take(.refused("gone"))
        continuation.resume(returning: .refused("gone"))
        return
      }
      if !Lines.write("\(number) \(words)", to: input.fileHandleForWriting.fileDescriptor) {
        settle(number, .refused("full"))
      }
    }
  }

  /// Resumes tasks that have waited for too long. Their answers may arrive later.
  func endWaits(longerThan limit: Duration) {
    let late = state.withLock { state -> [CheckedContinuation<Answer?, Never>] in
      let numbers = state.requests.filter { $0.value.waiting != nil && $0.value.since + limit < .now }.keys
      return numbers.compactMap { number in
        defer { state.requests[number]?.waiting = nil }
        return state.requests[number]?.waiting
      }
    }
    for continuation in late { continuation.resume(returning: nil) }
  }

  private func take(_ words: [String]) {
    guard let first = words.first else { return }
    guard let number = Int(first), words.count >= 3 else {
      if first == "ready" { state.withLock { $0.isReady = true } }
      return say(words)
    }
    switch words[1] {
    case "ok":
      let tail = words.count > 3 ? words[3].split(separator: ",").map(String.init) : []
      settle(number, .done(before: Int(words[2]) ?? 0, tail: tail))
    case "elsewhere": settle(number, .elsewhere(words[2]))
    case "refused": settle(number, .refused(words[2]))
    default: settle(number, .unknown(words[2]))
    }
  }

  private func settle(_ number: Int, _ answer: Answer) {
    guard let request = state.withLock({ $0.requests.removeValue(forKey: number) }) else { return }
    request.take(answer)
    request.waiting?.resume(returning: answer)
  }

  private func end() {
    let (numbers, ends) = state.withLock { state in
      state.isOver = true
      defer { state.ends = [] }
      return (Array(state.requests.keys), state.ends)
    }
    for number in numbers { settle(number, .unknown("gone")) }
    process.waitUntilExit()
    for continuation in ends { continuation.resume() }
  }
}
