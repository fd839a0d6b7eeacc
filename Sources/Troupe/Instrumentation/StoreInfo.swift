/// A store as an ``Instrument`` sees it: the whole tree of stores that share a state.
public struct StoreInfo: Hashable, Sendable, CustomStringConvertible {
  /// What is known of a store. Each action has it, and so it is one reference.
  private final class Facts: Sendable {
    let run: UInt64
    let name: String?
    let type: String
    let location: SourceLocation

    init(run: UInt64, name: String?, type: String, location: SourceLocation) {
      self.run = run
      self.name = name
      self.type = type
      self.location = location
    }
  }

  private let facts: Facts

  /// The number of the run of the store. It is random, and part of the ids of its actions; see ``ActionID``.
  public var run: UInt64 { facts.run }
  /// The name from ``StoreConfiguration/name``; nil if it has none.
  public var name: String? { facts.name }
  /// The types of the state and the action, such as `Store<Counter.State, Counter.Action>`.
  public var type: String { facts.type }
  /// The location where the store was created.
  public var location: SourceLocation { facts.location }

  init(run: UInt64, name: String?, type: String, location: SourceLocation) {
    facts = Facts(run: run, name: name, type: type, location: location)
  }

  /// That of a reducer which no store runs.
  static var none: StoreInfo { StoreInfo(run: 0, name: nil, type: "no store", location: SourceLocation()) }

  /// Whether two values describe the same store.
  public static func == (left: StoreInfo, right: StoreInfo) -> Bool {
    if left.facts === right.facts { return true }
    return left.run == right.run && left.name == right.name && left.type == right.type
      && left.location == right.location
  }

  /// Hashes the number of the run.
  public func hash(into hasher: inout Hasher) { hasher.combine(run) }

  /// The name, or the type and the location, on one line.
  public var description: String {
    name.map { "\"\(Self.quotable($0))\"" } ?? "\(type) (\(location))"
  }

  /// A name with its quotes escaped, so that it can't look like more than a name.
  private static func quotable(_ name: String) -> String {
    IssueText.name(name).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
  }
}
