import Foundation

/// Where PostgreSQL is on this machine.
package enum PostgresPrograms {
  /// The folder with the server's programs; nil if there is none.
  ///
  /// It is the folder that `POSTGRES_PROGRAMS` names, or else the newest one where Debian keeps them, or a
  /// folder in `PATH`.
  package static var folder: String? {
    let environment = ProcessInfo.processInfo.environment
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let newestFirst = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map {
      "/usr/lib/postgresql/\($0)/bin"
    }
    let paths = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let folders = [environment["POSTGRES_PROGRAMS"]].compactMap(\.self) + newestFirst + paths
    return folders.first { folder in
      ["initdb", "pg_ctl", "postgres"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
      }
    }
  }

  /// The message if there is none.
  package static let missing =
    "There is no PostgreSQL. Install the package postgresql, or name the folder of initdb in POSTGRES_PROGRAMS."
}
