import Foundation
import StoreLoad

/// How many changes nodes and a database accept together, and what each change costs.
struct Figures: Sendable {
  let seconds: Int
  let writers: Int

  func run(nodes counts: [Int]) async throws {
    let lab = try await Lab(nodes: 0, isOnDisk: true)
    defer { lab.end() }
    for count in counts { try await measure(count, .directory, in: lab) }
    for path in StoreLoad.Path.allCases.dropFirst() { try await measure(1, path, in: lab) }
    try pgbench(lab)
  }

  private func measure(_ count: Int, _ path: StoreLoad.Path, in lab: Lab) async throws {
    let answers = Answers()
    var nodes: [NodeProcess] = []
    for number in 0..<count {
      let node = try NodeProcess(number, in: lab, lease: .seconds(10), isFenced: true) { words in
        if words.first == "loaded" { answers.add(words.dropFirst().joined(separator: " ")) }
      }
      try await lab.adopt(node.pid)
      try await node.ready()
      nodes.append(node)
    }
    let (before, index) = (Self.serverTime(lab), StoreLoad.Path.allCases.firstIndex(of: path) ?? 0)
    for node in nodes { node.tell("load \(writers / count) \(seconds) 1000 \(index)") }
    var (changes, transactions, cpu, rate) = (0, 0, 0, 0.0)
    for _ in nodes {
      let numbers = await answers.next().split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 4 else { continue }
      changes += numbers[0]
      transactions += numbers[1]
      cpu += numbers[2]
      rate += Double(numbers[0]) * 1_000 / Double(numbers[3])
    }
    let server = Self.serverTime(lab) - before
    for node in nodes {
      node.signal(SIGKILL)
      await node.ended()
    }
    let each = { (time: Double) in "\((time / Double(max(changes, 1)) * 10).rounded() / 10) µs" }
    say(
      """
      \(count) nodes, \(writers) writers, \(path.rawValue): \(Int(rate)) changes/s, \(transactions / seconds) transactions/s; \
      for a change \(each(Double(cpu))) of CPU in the nodes, \(each(server)) in the server
      """
    )
  }

  /// The same statement by `pgbench`: single transactions on 100 connections, on a table of the same form.
  private func pgbench(_ lab: Lab) throws {
    let setup = """
      CREATE TABLE bench (key bytea PRIMARY KEY, revision uuid NOT NULL, value bytea NOT NULL, wake int8, home uuid);
      CREATE INDEX ON bench (wake) WHERE wake IS NOT NULL;
      INSERT INTO bench SELECT n::text::bytea, gen_random_uuid(), decode(repeat('00', 1000), 'hex')
        FROM generate_series(1, 1000) AS n
      """
    _ = try run(lab.program("psql"), ["-q", "-d", lab.connection, "-c", setup])
    let script = "\(lab.folder)/update.sql"
    let value = String(repeating: "t", count: 1_000)
    let text = """
      \\set n random(1, 1000)
      UPDATE bench SET revision = gen_random_uuid(), value = '\(value)' WHERE key = (:n)::text::bytea;

      """
    guard FileManager.default.createFile(atPath: script, contents: Data(text.utf8)) else {
      throw Lab.LabError(description: "\(script) can't be written.")
    }
    let before = Self.serverTime(lab)
    // RUSAGE_CHILDREN, whose type differs from system to system.
    var own = rusage()
    getrusage(-1, &own)
    let client = own.microseconds
    let output = try run(
      lab.program("pgbench"),
      // A number of transactions, and not a duration: in a process that this one starts, the alarm signal is
      // blocked.
      ["-n", "-M", "prepared", "-c", "100", "-j", "2", "-t", "\(seconds * 30)", "-f", script, lab.connection]
    )
    getrusage(-1, &own)
    let lines = output.split(separator: "\n")
    let count =
      lines.first { $0.contains("actually processed") }?
      .split(separator: " ").last.flatMap { Double($0.split(separator: "/")[0]) } ?? 1
    let each = { (time: Double) in "\((time / count * 10).rounded() / 10) µs" }
    let rate = lines.first { $0.hasPrefix("tps") } ?? "?"
    say(
      """
      pgbench, 100 connections: \(rate); for a change \(each(own.microseconds - client)) of CPU in pgbench, \
      \(each(Self.serverTime(lab) - before)) in the server
      """
    )
  }

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Lab.LabError(description: "\(program) has failed.") }
    return String(decoding: data, as: UTF8.self)
  }

  /// The microseconds of CPU that the server's processes have used, including ended processes.
  static func serverTime(_ lab: Lab) -> Double {
    guard let server = lab.databaseProcess else { return 0 }
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    var ticks = 0
    for pid in all.compactMap({ Int32($0) }) {
      guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
        let end = text.lastIndex(of: ")")
      else { continue }
      // From the third field on: the state, the parent, and at 14 to 17 the times, including the times of
      // ended children.
      let fields = text[end...].dropFirst(2).split(separator: " ")
      guard fields.count > 14, pid == server || fields[1] == "\(server)" else { continue }
      let own = fields[11...12].compactMap { Int($0) }.reduce(0, +)
      ticks += own + (pid == server ? fields[13...14].compactMap { Int($0) }.reduce(0, +) : 0)
    }
    return Double(ticks) * 1_000_000 / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

extension rusage {
  fileprivate var microseconds: Double {
    Double(ru_utime.tv_sec + ru_stime.tv_sec) * 1_000_000 + Double(ru_utime.tv_usec + ru_stime.tv_usec)
  }
}
