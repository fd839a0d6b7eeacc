import Foundation

/// The system's figures of a process.
struct ProcessFigures {
  let pid: Int32

  /// Its processor time, in its own code and in the system's, to 10 ms.
  var cpuTime: Double {
    get throws {
      // The name of the program, in parentheses, may have spaces. The times are the fields 14 and 15.
      let fields = try text("stat").split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
        throw Failure("/proc/\(pid)/stat can't be read.")
      }
      return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
  }

  /// The bytes of memory that it occupies.
  var residentBytes: Int {
    get throws {
      let fields = try text("statm").split(separator: " ")
      guard fields.count > 1, let pages = Int(fields[1]) else {
        throw Failure("/proc/\(pid)/statm can't be read.")
      }
      return pages * sysconf(Int32(_SC_PAGESIZE))
    }
  }

  /// How many files and sockets it has open.
  var descriptorCount: Int {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count }
  }

  /// The bytes that the system holds for all TCP connections, sent and not yet read.
  static var socketBytes: Int {
    get throws {
      let text = try String(contentsOfFile: "/proc/net/sockstat", encoding: .utf8)
      guard let match = text.firstMatch(of: /TCP:.* mem (\d+)/), let pages = Int(match.1) else {
        throw Failure("/proc/net/sockstat can't be read.")
      }
      return pages * sysconf(Int32(_SC_PAGESIZE))
    }
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "/proc/\(pid)/\(name)", encoding: .utf8)
  }
}

extension Int {
  /// As a number of megabytes.
  var megabytes: String { String(format: "%.1f MB", Double(self) / 1e6) }
}

extension Double {
  /// Seconds, as a number of milliseconds.
  var milliseconds: String { String(format: "%.2f ms", self * 1e3) }
}
