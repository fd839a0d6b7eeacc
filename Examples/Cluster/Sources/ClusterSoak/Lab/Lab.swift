import Foundation
import PostgresPrograms

/// A PostgreSQL server on a small disk, and a link to it for each node, which can be cut.
///
/// A shell creates all of that if it runs as root, and otherwise as much of it as it may. When this process
/// is gone, for whatever reason, the shell cleans up and ends the nodes.
final class Lab: Sendable {
  /// PostgreSQL isn't installed here.
  struct Missing: Error, CustomStringConvertible {
    var description: String { PostgresPrograms.missing }
  }

  struct LabError: Error, CustomStringConvertible {
    let description: String
  }

  let folder: String
  /// What the machine allows.
  let hasLinks: Bool
  let hasSmallDisk: Bool
  private let prefix: String
  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private let line = Answers()
  private let programs: String
  /// One command at a time.
  private let turn = Turn()

  /// - Parameters:
  ///   - nodes: How many nodes get a link; other nodes use a socket, and so do all nodes where links aren't
  ///     possible.
  ///   - isOnDisk: Whether the database is on the disk of the temporary folder instead of a small one in
  ///     memory.
  init(nodes: Int, isOnDisk: Bool = false) async throws {
    guard let programs = PostgresPrograms.folder else { throw Missing() }
    self.programs = programs
    let number = UInt32.random(in: 0 ... .max)
    folder = FileManager.default.temporaryDirectory.path + "/ClusterSoak-" + String(number, radix: 16)
    prefix = "10.\(200 + number % 50).\(number / 50 % 250)"
    let isRoot = getuid() == 0
    hasLinks = nodes > 0 && isRoot && FileManager.default.isExecutableFile(atPath: Self.ip)
    hasSmallDisk = isRoot && !isOnDisk
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", Self.script, "sh", programs, folder, prefix, hasLinks ? "\(nodes)" : "0",
      hasSmallDisk ? "yes" : "no",
    ]
    process.standardInput = commands
    process.standardOutput = answers
    try process.run()
    let descriptor = answers.fileHandleForReading.fileDescriptor
    Lines.each(
      descriptor,
      { [line] in line.add($0) },
      end: { [line] in line.add("The shell has ended.") }
    )
    try await check(line.next())
  }

  /// Ends the nodes and the database, and removes everything that was created.
  func end() {
    try? commands.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Restarts the database: `fast` or `immediate`.
  func restart(_ mode: String) async throws { try await tell("restart \(mode)") }
  /// Fills the disk of the database.
  func fill() async throws { try await tell("fill") }
  /// Empties it again, and starts the database if it has ended.
  func free() async throws { try await tell("free") }
  /// Makes the shell end a node when this process is gone.
  func adopt(_ pid: Int32) async throws { try await tell("adopt \(pid)") }

  /// Cuts the link of a node, or joins it again. Neither side is notified: packets are lost.
  func setLink(_ node: Int, isUp: Bool) throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.ip)
    process.arguments = ["link", "set", "\(namespace(node))h", isUp ? "up" : "down"]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw LabError(description: "ip link has failed.") }
  }

  /// The words that precede a program's command line, so that it runs behind a node's link.
  func prefixWords(_ node: Int) -> [String] {
    hasLinks ? [Self.ip, "netns", "exec", namespace(node)] : []
  }

  /// The connection string for a node.
  func connection(_ node: Int) -> String {
    let host = hasLinks ? "\(prefix).\(node * 4 + 1)" : folder
    return "host=\(host) port=54329 user=postgres dbname=postgres"
  }

  /// The connection string for programs on this machine.
  var connection: String { "host=\(folder) port=54329 user=postgres dbname=postgres" }

  /// A program of PostgreSQL.
  func program(_ name: String) -> String { "\(programs)/\(name)" }

  /// The process of the database.
  var databaseProcess: Int32? {
    let path = "\(folder)/disk/data/postmaster.pid"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    return text.split(separator: "\n").first.flatMap { Int32($0) }
  }

  private func namespace(_ node: Int) -> String {
    "t\(folder.split(separator: "-").last ?? "")n\(node)"
  }

  // MARK: The shell

  private func tell(_ command: String) async throws {
    await turn.take()
    defer { turn.give() }
    Lines.write(command, to: commands.fileHandleForWriting.fileDescriptor)
    try await check(line.next())
  }

  private func check(_ answer: String) throws {
    if answer != "done" { throw LabError(description: answer) }
  }

  private static let ip =
    ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip"].first { FileManager.default.isExecutableFile(atPath: $0) }
    ?? "/usr/sbin/ip"
}
