import Foundation
import Locks
import StorageHistory
import TroupeDurable

/// Three nodes, clients and random faults, for some time; the checks show whether the clients' observations
/// are possible.
final class Soak: Sendable {
  struct Options: Sendable {
    var seconds = 600
    var seed = UInt64.random(in: 0 ... .max)
    var nodes = 3
    var keys = 1_000
    var clients = 24
    var lease = Duration.seconds(3)
    var isFenced = true
    /// Whether all keys are written once before the first fault. Otherwise nodes contend for new keys.
    var isClaimed = false
  }

  /// How long a client waits for an answer.
  static let patience = Duration.seconds(2)

  let options: Options
  let lab: Lab
  let book = Book()
  let nodes: [Place]
  let faults = Locked<[String: Int]>([:])
  /// Why a fault couldn't be injected.
  let failure = Locked<(any Error)?>(nil)
  /// The impossible observations of the clients.
  private let violation = Locked<Book.Violation?>(nil)
  /// What didn't continue when the faults were repaired.
  private let standstill = Locked<Book.Violation?>(nil)

  init(_ options: Options) async throws {
    self.options = options
    lab = try await Lab(nodes: options.nodes)
    nodes = (0..<options.nodes).map { Place(number: $0) }
  }

  /// The place of a node: one process after another.
  final class Place: Sendable {
    let number: Int
    private let process = Locked<NodeProcess?>(nil)

    init(number: Int) { self.number = number }

    var current: NodeProcess? { process.withLock { $0 } }
    func set(_ new: NodeProcess?) { process.withLock { $0 = new } }
  }

  /// Runs all.
  ///
  /// - Returns: Whether it went as expected: without a violation, or, without the fence, with one.
  /// - Throws: The reason if a fault couldn't be injected.
  func run() async throws -> Bool {
    defer { lab.end() }
    for place in nodes { try await start(place) }
    var note = ""
    if !lab.hasLinks { note += " Left out without root and the program ip: cut links." }
    if !lab.hasSmallDisk { note += " Left out without root: a full disk." }
    say(
      """
      seed \(options.seed): \(options.nodes) nodes, \(options.keys) keys, \(options.clients) clients, \
      \(options.seconds) s, a lease of \(options.lease)\(options.isFenced ? "" : ", without the fence").\(note)
      """
    )
    if options.isClaimed { _ = await writeAll(for: .seconds(30)) }
    let begin = ContinuousClock.now
    await withTaskGroup(of: Bool.self) { group in
      for place in nodes {
        group.addTask { await self.disturb(place) }
      }
      group.addTask { await self.disturbDatabase() }
      for client in 0..<options.clients { group.addTask { await self.runClient(client) } }
      group.addTask { await self.endLateWaits() }
      group.addTask { await self.report() }
      // These two end the rest.
      group.addTask { await self.watch() }
      group.addTask { [seconds = options.seconds] in
        await Self.pause(.seconds(seconds))
        return true
      }
      for await isEnd in group where isEnd { break }
      group.cancelAll()
    }
    let time = begin.duration(to: .now)
    if let error = failure.withLock({ $0 }) { throw error }
    if violation.withLock({ $0 }) == nil { try await finish() }
    let isCaught = tell(violation.withLock { $0 }, after: time)
    let isStanding = tell(standstill.withLock { $0 }, after: time)
    printCounts()
    // Without the fence, only the violations in the histories count.
    return options.isFenced ? !isCaught && !isStanding : isCaught
  }

  /// Waits; less if the task is cancelled.
  static func pause(_ time: Duration) async {
    do { try await Task.sleep(for: time) } catch {}
  }

  // MARK: Nodes

  func start(_ place: Place) async throws {
    let node = try NodeProcess(
      place.number,
      in: lab,
      lease: options.lease,
      isFenced: options.isFenced
    ) { [book] words in
      guard words.count == 4, words[0] == "rang", let number = StorageRevision(words[2]) else { return }
      book.rang(words[1], number, after: StorageRevision(words[3]), place.number)
    }
    place.set(node)
    try await lab.adopt(node.pid)
  }

  // MARK: Checks

  private func watch() async -> Bool {
    while !Task.isCancelled {
      if let found = book.check(for: .milliseconds(200)) {
        violation.withLock { $0 = found }
        return true
      }
      await Self.pause(.milliseconds(500))
    }
    return false
  }

  private func endLateWaits() async -> Bool {
    while !Task.isCancelled {
      await Self.pause(.milliseconds(100))
      for place in nodes { place.current?.endWaits(longerThan: Self.patience) }
    }
    // The clients end as soon as they needn't wait any more.
    for place in nodes { place.current?.endWaits(longerThan: .zero) }
    return false
  }

  private func report() async -> Bool {
    var last = 0
    while !Task.isCancelled {
      await Self.pause(.seconds(10))
      let counts = book.counts
      let faults = faults.withLock { $0.values.reduce(0, +) }
      say(
        """
        \(book.now / 1_000_000_000) s: \(counts.acknowledged) changes acknowledged (\(counts.acknowledged - last) since), \
        \(counts.unknown) unknown, \(counts.moves) moves, \(faults) faults
        """
      )
      last = counts.acknowledged
    }
    return false
  }

  private func tell(_ violation: Book.Violation?, after time: Duration) -> Bool {
    guard let violation else { return false }
    let path = FileManager.default.temporaryDirectory.path + "/ClusterSoak-violation.txt"
    let text = violation.lines.joined(separator: "\n")
    let isWritten = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
    say(
      """
      VIOLATION after \(Int(time / .seconds(1))) s at key \(violation.key): \(violation.reasons.joined(separator: ", "))
      Its last requests, of which all are in \(isWritten ? path : "no file"):
      \(violation.lines.suffix(30).joined(separator: "\n"))
      """
    )
    return true
  }

  // MARK: The end

  /// Repairs all faults, and checks whether everything continues.
  private func finish() async throws {
    let limit = options.lease + .seconds(7)
    let times = await writeAll(for: limit * 3)
    let latest = times.compactMap(\.self).max() ?? .zero
    let missing = times.count { $0 == nil }
    say(
      "All faults are repaired: \(times.count - missing) of \(times.count) keys were writable within \(latest.text)."
    )
    if missing > 0 || latest > limit {
      standstill.withLock {
        $0 = Book.Violation(key: "-", reasons: ["keys aren't writable within \(limit.text)"], lines: [])
      }
    }
    let end = ContinuousClock.now + options.lease + .seconds(10)
    while !book.silentAlarms.isEmpty, ContinuousClock.now < end { await Self.pause(.milliseconds(100)) }
    let silent = book.silentAlarms
    if !silent.isEmpty {
      standstill.withLock {
        $0 = Book.Violation(key: "-", reasons: ["alarms that never rang"], lines: silent)
      }
    }
    await readAll()
    if let found = book.checkAll() { violation.withLock { $0 = found } }
  }

  /// Changes each key once.
  ///
  /// - Returns: When each was acknowledged; nil if it wasn't in time.
  private func writeAll(for limit: Duration) async -> [Duration?] {
    let start = ContinuousClock.now
    return await withTaskGroup(of: Duration?.self) { group in
      let watch = Task { await endLateWaits() }
      for key in 0..<options.keys {
        group.addTask {
          var random = SplitMix(state: UInt64(key))
          let client = Client(self)
          while start.duration(to: .now) < limit {
            if await client.change("\(key)", alarm: nil, &random) { return start.duration(to: .now) }
            await Self.pause(.milliseconds(50))
          }
          return nil
        }
      }
      let times = await group.reduce(into: [Duration?]()) { $0.append($1) }
      watch.cancel()
      _ = await watch.value
      return times
    }
  }

  /// Reads the last values, which are checked with the rest.
  private func readAll() async {
    await withTaskGroup(of: Void.self) { group in
      for key in 0..<options.keys {
        group.addTask {
          var random = SplitMix(state: UInt64(key))
          _ = await Client(self).read("\(key)", &random)
        }
      }
    }
  }

  private func printCounts() {
    let counts = book.counts
    let faults = faults.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" } }
    let lateness = counts.lateness.sorted()
    let share = { (part: Double) in
      lateness.isEmpty ? "-" : lateness[Int(Double(lateness.count - 1) * part)].text
    }
    say(
      """
      faults: \(faults.joined(separator: ", "))
      changes: \(counts.acknowledged) acknowledged (\(counts.late) of them after the client had given up), \
      \(counts.unknown) unknown, \(counts.refused) refused before they were reduced
      reads: \(counts.reads)
      moves: \(counts.moves)
      alarms: \(counts.alarms) acknowledged, \(counts.rings) rings, of which \(counts.repeated) are repetitions and \
      \(counts.moved) came from another node; late by \(share(0.5)) (p50), \(share(0.99)) (p99), \(share(1)) (at most)
      keys checked: \(book.keyCount)
      """
    )
  }
}

extension Duration {
  /// Milliseconds, or seconds.
  var text: String {
    let milliseconds = self / .milliseconds(1)
    if milliseconds < 1_000 { return "\(Int(milliseconds.rounded())) ms" }
    return "\(Double(Int(milliseconds / 100)) / 10) s"
  }
}
