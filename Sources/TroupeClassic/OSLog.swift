#if canImport(os)
  @_exported import os
#else
  /// Where signposts belong, by the names that Apple's `OSLog` has; a plain value where there is no such log.
  public struct OSLog: Sendable, Hashable {
    /// The program or library that the signposts are of.
    public let subsystem: String
    /// The part of it.
    public let category: String

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - subsystem: The program or library that the signposts are of.
    ///   - category: The part of it.
    public init(subsystem: String, category: String) {
      self.subsystem = subsystem
      self.category = category
    }
  }
#endif
