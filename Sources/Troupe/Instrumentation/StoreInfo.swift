/// A store as an ``Instrument`` sees it: the whole tree of stores that share a state.
public struct StoreInfo: Hashable, Sendable, CustomStringConvertible {
  /// The number of the run of the store. It is random, and part of the ids of its actions; see ``ActionID``.
  public let run: UInt64
  /// The name from ``StoreConfiguration/name``; nil if it has none.
  public let name: String?
  /// The types of the state and the action, such as `Store<Counter.State, Counter.Action>`.
  public let type: String
  /// The location where the store was created.
  public let location: SourceLocation

  /// That of a reducer which no store runs.
  static var none: StoreInfo { StoreInfo(run: 0, name: nil, type: "no store", location: SourceLocation()) }

  /// The name, or the type and the location, on one line.
  public var description: String {
    name.map { "\"\(Self.quotable($0))\"" } ?? "\(type) (\(location))"
  }

  /// A name with its quotes escaped, so that it can't look like more than a name.
  private static func quotable(_ name: String) -> String {
    IssueText.name(name).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
  }
}
