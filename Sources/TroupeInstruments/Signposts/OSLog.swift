#if canImport(os)
  @_exported import os
#else
  /// A log of signposts, with the same names as Apple's `OSLog`. On platforms without `OSLog`, the log is a
  /// plain value.
  public struct OSLog: Sendable, Hashable {
    /// The program or library to which the signposts belong.
    public let subsystem: String
    /// The part of the program or library to which the signposts belong.
    public let category: String

    /// The log of code that names no subsystem.
    public static let `default` = OSLog(subsystem: "", category: "")
    /// The log for which nothing is recorded.
    public static let disabled = OSLog(subsystem: "", category: "disabled")

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - subsystem: The program or library to which the signposts belong.
    ///   - category: The part of the program or library to which the signposts belong.
    public init(subsystem: String, category: String) {
      self.subsystem = subsystem
      self.category = category
    }
  }
#endif
