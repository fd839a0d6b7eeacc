import Foundation
import PostgresPrograms
import XCTest

/// A PostgreSQL server for tests, in a temporary folder, with a socket in it and no port.
///
/// A shell watches over it. When this process is gone, for whatever reason, the shell stops the server and
/// removes the folder. The server doesn't run as root: if root runs the tests, the server runs as another
/// user.
public actor PostgresServer {
  /// The server of this process. Where PostgreSQL isn't installed, its value throws `XCTSkip`.
  public static let shared = Task { try await PostgresServer() }

  /// The folder with its socket.
  public nonisolated let folder: String
  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private var lastDatabase = 0

  /// The connection string of the server, for the superuser.
  public nonisolated var connection: String { "host=\(folder) user=postgres dbname=postgres" }

  /// Creates an empty database.
  ///
  /// - Returns: Its URI.
  public func makeDatabase() async throws -> String {
    lastDatabase += 1
    try await tell("database test\(lastDatabase)")
    return "postgres://postgres@\(folder.replacing("/", with: "%2F"))/test\(lastDatabase)"
  }

  private init() async throws {
    guard let programs = PostgresPrograms.folder else {
      throw XCTSkip("SKIPPED: \(PostgresPrograms.missing)")
    }
    folder =
      FileManager.default.temporaryDirectory.appending(path: "TroupePostgres-\(UUID().uuidString.prefix(8))")
      .path
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", Self.script, "sh", programs, folder]
    process.standardInput = commands
    process.standardOutput = answers
    try process.run()
    let answer = await next()
    guard answer == "done" else { throw ServerError(text: answer) }
  }

  /// Ends the server with `kill -9`. The system keeps what the server has written.
  public func kill() async throws { try await tell("kill") }
  /// Starts the server again.
  public func start() async throws { try await tell("start") }
  /// Ends all connections, and the server.
  public func stop() async throws { try await tell("stop") }

  /// The server's output, when a command failed.
  public struct ServerError: Error {
    /// Its words.
    public let text: String
  }

  private func tell(_ command: String) async throws {
    try commands.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    let answer = await next()
    guard answer == "done" else { throw ServerError(text: answer) }
  }

  private func next() async -> String {
    let handle = answers.fileHandleForReading
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var text = ""
        while case let data = handle.availableData, !data.isEmpty {
          text += String(decoding: data, as: UTF8.self)
          if text.hasSuffix("\n") { break }
        }
        continuation.resume(returning: text.trimmingCharacters(in: .newlines))
      }
    }
  }

  /// The shell: it creates the server, executes commands line by line, and cleans up when its input ends.
  private static let script = #"""
    programs=$1 folder=$2
    trap '' INT TERM HUP
    mkdir -m 755 "$folder"
    as=
    if [ "$(id -u)" = 0 ]; then
      user=nobody
      if id postgres >/dev/null 2>&1; then user=postgres; fi
      chown "$user" "$folder"
      as="setpriv --reuid=$user --regid=$(id -g "$user") --clear-groups"
    fi
    cd "$folder"
    control() { $as "$programs/pg_ctl" -D "$folder/data" -w -s "$@" >>"$folder/control.log" 2>&1; }
    start() {
      # After a kill, processes of the previous server may need a moment.
      for attempt in $(seq 100); do
        if control -l "$folder/data.log" -o "-k $folder -c listen_addresses= -c fsync=off -c max_connections=200" start
        then return 0
        fi
        sleep 0.1
      done
      return 1
    }
    server() { head -n 1 "$folder/data/postmaster.pid"; }
    answer() { if "$@"; then echo done; else echo "failed: $* $(tail -n 3 "$folder"/*.log)" | tr '\n' ' '; echo; fi; }
    initialize() {
      $as "$programs/initdb" -D "$folder/data" -A trust -U postgres --no-sync -E UTF8 --locale=C \
        >"$folder/initdb.log" 2>&1 && start
    }
    answer initialize
    while read -r command name; do
      case $command in
        start) answer start ;;
        stop) answer control -m fast stop ;;
        database) answer "$programs/createdb" -h "$folder" -U postgres "$name" ;;
        kill) answer kill -KILL "$(server)" ;;
      esac
    done
    control -m immediate stop
    cd /
    rm -rf "$folder"
    """#
}
