import Foundation

/// The files and sockets that the process may have open.
enum Descriptors {
  /// For the database, the log, the event loops, and other servers.
  static let reserve = 100

  /// Raises the process's limit as far as necessary and possible.
  ///
  /// - Returns: How many connections there can be: as many as requested, or fewer.
  static func room(for connections: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return connections }
    let needed = rlim_t(connections + reserve)
    if limit.rlim_cur < needed {
      var raised = limit
      raised.rlim_cur = min(needed, limit.rlim_max)
      if setrlimit(resource, &raised) == 0 { limit = raised }
    }
    guard limit.rlim_cur < needed else { return connections }
    return max(1, Int(limit.rlim_cur) - reserve)
  }

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}
