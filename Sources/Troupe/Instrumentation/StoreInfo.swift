/// A store, as passed to an ``Instrument``. The value represents the whole tree of stores that share a state.
public struct StoreInfo: Hashable, Sendable, CustomStringConvertible {
  /// The facts about a store. The facts are stored behind one reference, because the information about each
  /// action includes the facts.
  private final class Facts: Sendable {
    let run: UInt64
    let name: String?
    let type: String
    let location: CallSite

    init(run: UInt64, name: String?, type: String, location: CallSite) {
      self.run = run
      self.name = name
      self.type = type
      self.location = location
    }
  }

  private let facts: Facts

  /// The random number that identifies the store's run. The number is part of the ids of the store's actions;
  /// see ``ActionID``.
  public var run: UInt64 { facts.run }
  /// The name from ``StoreConfiguration/name``; nil if the store has no name.
  public var name: String? { facts.name }
  /// The store's type, which includes the types of the state and the action, such as
  /// `Store<Counter.State, Counter.Action>`.
  public var type: String { facts.type }
  /// The location at which the store was created.
  public var location: CallSite { facts.location }

  init(run: UInt64, name: String?, type: String, location: CallSite) {
    facts = Facts(run: run, name: name, type: type, location: location)
  }

  /// The value for a reducer that runs without a store.
  static var none: StoreInfo { StoreInfo(run: 0, name: nil, type: "no store", location: CallSite()) }

  /// Returns whether two values describe the same store.
  public static func == (left: StoreInfo, right: StoreInfo) -> Bool {
    if left.facts === right.facts { return true }
    return left.run == right.run && left.name == right.name && left.type == right.type
      && left.location == right.location
  }

  /// Hashes the number of the store's run.
  public func hash(into hasher: inout Hasher) { hasher.combine(run) }

  /// The store's name, or the store's type and location if the store has no name, on one line.
  public var description: String {
    name.map { "\"\(Self.quotable($0))\"" } ?? "\(type) (\(location))"
  }

  /// Returns the name of a store, if it has one, and the location at which it was created.
  static func label(name: String?, location: CallSite) -> String {
    name.map { "the store \"\(IssueText.name($0))\" (\(location))" } ?? "the store created at \(location)"
  }

  /// Returns a name with escaped quotes, so that text in the name can't be mistaken for text after the name.
  private static func quotable(_ name: String) -> String {
    IssueText.name(name).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
  }
}
