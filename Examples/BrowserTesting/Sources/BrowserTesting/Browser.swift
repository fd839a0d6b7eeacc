import Foundation
import XCTest

/// Headless Chromium, controlled like a person would use it, by the DevTools protocol over a pipe.
///
/// It ends when the pipe is closed, and therefore also when a test fails or the process of the tests dies.
public actor Browser {
  /// An error of the browser, or the end of a test that can't continue.
  public struct Failed: Error, CustomStringConvertible {
    /// What happened.
    public let description: String
  }

  private let process = Process()
  private let folder = TestFolder()
  private let input = Pipe()
  private let output = Pipe()
  private let ended: AsyncStream<Never>
  private var lastID = 0
  private var calls: [Int: CheckedContinuation<Data, any Error>] = [:]
  /// How many documents each tab has loaded, and the tasks that wait for more.
  private var loads: [String: Int] = [:]
  private var waiting: [(tab: String, loads: Int, resume: CheckedContinuation<Void, any Error>)] = []
  /// What the browser has refused to do for the pages of each tab, and the errors of their scripts.
  private var complaints: [String: [String]] = [:]
  private var isOver = false

  /// Starts the browser, or skips the test where none is installed.
  public init() async throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let files = ["chromium", "chromium-browser", "google-chrome"].flatMap { name in
      path.split(separator: ":").map { "\($0)/\(name)" }
    }
    guard let file = files.first(where: FileManager.default.isExecutableFile) else {
      throw XCTSkip("There is no Chromium to test the pages with: apt-get install chromium")
    }
    // The log says why, if it didn't start.
    let log = folder.path("log")
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      // It reads commands from 3, and answers on 4.
      "-c", "exec \"$@\" 3<&0 4>&1 </dev/null >'\(log)' 2>&1", "sh", file,
      "--headless", "--remote-debugging-pipe", "--user-data-dir=\(folder.path("profile"))",
      "--disable-dev-shm-usage", "--disable-background-networking",
      // Its sandbox doesn't work for root, and isn't needed for pages of this package. Nothing else can be
      // loaded.
      "--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(["HOME": folder.path]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    let (ended, end) = AsyncStream<Never>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    self.ended = ended
    try process.run()
    let messages = Self.messages(output.fileHandleForReading)
    Task { await read(messages) }
  }

  /// Ends the browser, waits for its end, and removes its files.
  public func close() async {
    try? input.fileHandleForWriting.close()
    for await _ in ended {}
    folder.remove()
  }

  /// Opens a tab in a separate window.
  public func tab(isScripted: Bool) async throws -> Tab {
    struct Target: Decodable { let targetId: String }
    struct Session: Decodable { let sessionId: String }
    let window: [String: any Sendable] = ["url": "about:blank", "newWindow": true]
    let target = try await call("Target.createTarget", window, as: Target.self).targetId
    let place: [String: any Sendable] = ["targetId": target, "flatten": true]
    let session = try await call("Target.attachToTarget", place, as: Session.self).sessionId
    try await call("Page.enable", in: session)
    try await call("Log.enable", in: session)
    try await call("Runtime.enable", in: session)
    try await call("Emulation.setScriptExecutionDisabled", ["value": !isScripted], in: session)
    // Each window behaves as if it were in front.
    try await call("Emulation.setFocusEmulationEnabled", ["enabled": true], in: session)
    return Tab(browser: self, session: session)
  }

  /// Sends a command.
  public func call(
    _ method: String,
    _ parameters: [String: any Sendable] = [:],
    in session: String? = nil
  ) async throws {
    struct Nothing: Decodable {}
    _ = try await call(method, parameters, in: session, as: Nothing.self)
  }

  /// Sends a command, and returns the result.
  public func call<Result: Decodable & Sendable>(
    _ method: String,
    _ parameters: [String: any Sendable] = [:],
    in session: String? = nil,
    as _: Result.Type
  ) async throws -> Result {
    lastID += 1
    let id = lastID
    var message: [String: any Sendable] = ["id": id, "method": method, "params": parameters]
    message["sessionId"] = session
    let data = try JSONSerialization.data(withJSONObject: message) + [0]
    let answer = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Data, _>) in
      guard !isOver else { return continuation.resume(throwing: failure) }
      calls[id] = continuation
      // The end of the answers shows a broken pipe.
      try? input.fileHandleForWriting.write(contentsOf: data)
    }
    do {
      return try JSONDecoder().decode(Answer<Result>.self, from: answer).result
    } catch {
      throw Failed(description: "\(method): \(String(decoding: answer, as: UTF8.self))")
    }
  }

  /// The number of documents that a tab has loaded.
  public func loads(of tab: String) -> Int { loads[tab, default: 0] }

  /// The browser's complaints in a tab: violations of a policy, and errors of scripts.
  public func complaints(of tab: String) -> [String] { complaints[tab, default: []] }

  /// Waits until a tab has loaded a number of documents.
  public func waitForLoad(_ number: Int, of tab: String) async throws {
    if isLoaded(tab, number) { return }
    let limit = Task {
      // real time: what was to load a page may not do so, and the test would wait for ever.
      try await Task.sleep(for: .seconds(60))
      giveUp(tab)
    }
    defer { limit.cancel() }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, _>) in
      guard !isOver else { return continuation.resume(throwing: failure) }
      waiting.append((tab, number, continuation))
    }
  }

  private func read(_ messages: AsyncStream<Data>) async {
    for await message in messages { note(message) }
    isOver = true
    for call in calls.values { call.resume(throwing: failure) }
    for waiter in waiting { waiter.resume.resume(throwing: failure) }
    (calls, waiting) = ([:], [])
  }

  private func note(_ message: Data) {
    guard let read = try? JSONDecoder().decode(Message.self, from: message) else { return }
    if let id = read.id {
      calls.removeValue(forKey: id)?.resume(returning: message)
    } else if read.method == "Page.loadEventFired", let tab = read.sessionId {
      loads[tab, default: 0] += 1
      for waiter in waiting where isLoaded(waiter.tab, waiter.loads) { waiter.resume.resume() }
      waiting.removeAll { isLoaded($0.tab, $0.loads) }
    } else if let tab = read.sessionId, let complaint = read.complaint {
      complaints[tab, default: []].append(complaint)
    }
  }

  private func giveUp(_ tab: String) {
    for waiter in waiting where waiter.tab == tab {
      waiter.resume.resume(throwing: Failed(description: "No page was loaded."))
    }
    waiting.removeAll { $0.tab == tab }
  }

  private func isLoaded(_ tab: String, _ number: Int) -> Bool { loads(of: tab) >= number }

  private var failure: Failed {
    let log = (try? String(contentsOfFile: folder.path("log"), encoding: .utf8)) ?? ""
    return Failed(description: "Chromium has ended. It said: \(log.suffix(2_000))")
  }

  /// Its output: messages that each end with a 0.
  private static func messages(_ handle: FileHandle) -> AsyncStream<Data> {
    let (messages, continuation) = AsyncStream<Data>.makeStream()
    Thread.detachNewThread {
      var rest = Data()
      while case let data = handle.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: 0) {
          continuation.yield(Data(rest[..<end]))
          rest = Data(rest[(end + 1)...])
        }
      }
      continuation.finish()
    }
    return messages
  }
}

/// A message from Chromium: an answer, or an event in a tab.
private struct Message: Decodable {
  let id: Int?
  let method: String?
  let sessionId: String?
  let params: Parameters?

  struct Parameters: Decodable {
    struct Entry: Decodable {
      let source: String
      let text: String
    }
    struct Exception: Decodable { let text: String }
    let entry: Entry?
    let exceptionDetails: Exception?
  }

  /// What a page has done that it must not. An answer that isn't 2xx is none.
  var complaint: String? {
    if method == "Runtime.exceptionThrown" { return params?.exceptionDetails?.text ?? "An exception" }
    guard method == "Log.entryAdded", let entry = params?.entry,
      ["security", "javascript"].contains(entry.source)
    else { return nil }
    return entry.text
  }
}

private struct Answer<Result: Decodable & Sendable>: Decodable, Sendable { let result: Result }
