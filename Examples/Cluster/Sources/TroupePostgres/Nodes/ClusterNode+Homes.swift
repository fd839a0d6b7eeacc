import Locks
import TroupeDurable

extension ClusterNode {
  /// Returns the address of the node at which a key is at home, if this one knows that without asking the
  /// database.
  ///
  /// ```swift
  /// if let address = node.home(of: "north") { return try await passOn(request, to: address) }
  /// ```
  ///
  /// A node learns where a key is at home when ``open(_:_:)`` refuses it, and forgets it when it hears that
  /// the key was given back or that the other node has left. It also forgets it when the lease of that node
  /// would be over, without another word of it, and forgets all when it loses the connection on which it
  /// hears of moves. It remembers between 10,000 and 20,000 homes, those that were asked for last.
  ///
  /// What it remembers may be wrong all the same, as a word may come late. Nothing rests on it: a node that
  /// gets a request for a key that isn't at home there refuses it before anything is reduced. If the other
  /// node has refused, or can't be reached, call ``forgetHome(of:)``, and open the key. Requests that another
  /// node has passed on are for ``open(_:_:)`` alone: two nodes that are both wrong would pass them back and
  /// forth.
  ///
  /// - Parameter key: The key.
  /// - Returns: The address; nil if it isn't known, or the key was last seen at the address of this node.
  public func home(of key: StorageKey) -> String? {
    guard let home = database.homes.address(of: key), home != address else { return nil }
    counts.withLock { $0.remembered += 1 }
    return home
  }

  /// Forgets where a key is at home, so that the next one who opens it asks the database.
  ///
  /// - Parameter key: The key.
  public func forgetHome(of key: StorageKey) { database.homes.forget(key) }
}
