#if canImport(os)
  @_exported import os
#else
  /// The log of signposts, with the names of Apple's `OSLog`; a plain value on platforms without it.
  public struct OSLog: Sendable, Hashable {
    /// The program or library to which the signposts belong.
    public let subsystem: String
    /// The part of the program or library.
    public let category: String

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - subsystem: The program or library to which the signposts belong.
    ///   - category: The part of the program or library.
    public init(subsystem: String, category: String) {
      self.subsystem = subsystem
      self.category = category
    }
  }
#endif
