import Foundation

/// An item as the API gives it.
struct ItemView: Decodable, Equatable, Sendable {
  let id: Int
  let name: String
  let ordered: Int
  let quantity: Int?
  let editedUntil: String?
}

/// An unexpected answer.
private struct Refused: Error { let text: String }

extension Program {
  /// Sends a request, and returns the answer; nil if the program was gone before it arrived.
  func ask<Answer: Decodable>(
    _ head: String,
    _ body: String = "",
    as _: Answer.Type
  ) async throws -> Answer? {
    guard let text = try? await request(head, body), let end = text.firstRange(of: "\r\n\r\n") else {
      return nil
    }
    guard text.hasPrefix("HTTP/1.1 20") else { throw Refused(text: text) }
    let body = text[end.upperBound...]
    let length = text.firstMatch(of: /[Cc]ontent-[Ll]ength: (\d+)\r\n/).flatMap { Int($0.1) }
    guard body.utf8.count == length else { return nil }
    return try JSONDecoder().decode(Answer.self, from: Data(body.utf8))
  }

  func items() async throws -> [ItemView]? {
    struct Items: Decodable { let items: [ItemView] }
    return try await ask("GET /api/warehouses/north/items?limit=1000", as: Items.self)?.items
  }
}

/// A viewer of the warehouse `north`: it reads the items once, and then takes each event. Now and then it
/// loses its connection, as it does when the program is killed. It reconnects with the id of the last event.
actor Viewer {
  /// The items as it knows them.
  private(set) var items: [Int: ItemView] = [:]
  /// How often it had to reload.
  private(set) var reloads = 0
  /// How often it reconnected, and got what it had missed.
  private(set) var returns = 0
  /// Impossible events.
  private(set) var mistakes: [String] = []
  private var last: (epoch: Substring, number: Int)?
  private var waiting: (item: Int, resume: CheckedContinuation<Bool, Never>)?
  private var looking: Task<Void, any Error>?
  private var isLooking = false

  /// Begins to watch, until the program is gone.
  func begin(_ program: Program) {
    isLooking = true
    looking = Task { try await look(at: program) }
  }

  /// Waits until it has noticed the end of the program.
  func end() async throws { try await looking?.value }

  /// Waits until it knows an item; false if it can't learn of it any more.
  func sees(_ item: Int) async -> Bool {
    if items[item] != nil { return true }
    guard isLooking else { return false }
    return await withCheckedContinuation { waiting = (item, $0) }
  }

  private func look(at program: Program) async throws {
    defer {
      isLooking = false
      answer(false)
    }
    while let connection = try? Connection(port: program.port) {
      defer { connection.end() }
      var header = ""
      if let last {
        header = "Last-Event-ID: \(last.epoch).\(last.number)\r\n"
        returns += 1
      }
      connection.send("GET /api/warehouses/north/events HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n")
      guard try await take(connection.lines(), of: program) else { return }
    }
  }

  /// Takes the events of a connection, until it is lost; false if nothing more is expected.
  private func take(_ lines: AsyncStream<String>, of program: Program) async throws -> Bool {
    var (count, event, position, data) = (0, "", "", "")
    for await line in lines {
      // The HTTP lines around the stream's lines.
      if line.hasSuffix("\r") { continue }
      switch line.prefix(while: { $0 != ":" }) {
      case "retry" where last == nil:
        // Later changes arrive as events.
        guard let items = try await program.items() else { return true }
        self.items = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
      case "event": event = String(line.dropFirst(7))
      case "id": position = String(line.dropFirst(4))
      case "data": data = String(line.dropFirst(6))
      case "" where !line.isEmpty:
        mistakes.append("It waited for an event so long that it got a heartbeat.")
        return false
      case "" where event == "reload":
        reloads += 1
        last = nil
        return true
      case "" where !data.isEmpty:
        note(position)
        let item = try JSONDecoder().decode(ItemView.self, from: Data(data.utf8))
        items[item.id] = item
        (event, position, data, count) = ("", "", "", count + 1)
        if waiting.map({ items[$0.item] != nil }) == true { answer(true) }
        // The connection is lost.
        if count == 25 { return true }
      default: break
      }
    }
    return true
  }

  /// Between two events of an epoch there is none that it hasn't received.
  private func note(_ position: String) {
    let parts = position.split(separator: ".")
    guard parts.count == 2, let number = Int(parts[1]) else {
      return mistakes.append("The id of an event is \(position).")
    }
    if let last, last.epoch != parts[0] || last.number + 1 != number {
      mistakes.append("After the event \(last.epoch).\(last.number) came \(position).")
    }
    last = (parts[0], number)
  }

  private func answer(_ isSeen: Bool) {
    waiting?.resume.resume(returning: isSeen)
    waiting = nil
  }
}
