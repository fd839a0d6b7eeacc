import Locks
import TroupeDurable

extension ClusterNode {
  /// Returns the address of a key's home, if this node knows it without asking the database.
  ///
  /// ```swift
  /// if let address = node.home(of: "north") { return try await passOn(request, to: address) }
  /// ```
  ///
  /// A node learns a key's home when ``open(_:_:)`` refuses the key, and forgets it when it receives the
  /// message that the key was released or that the other node has left. It also forgets a home when that
  /// node's lease would have expired without further news, and forgets all homes when it loses the connection
  /// that listens for moves. It remembers between 10,000 and 20,000 homes, the ones that were asked for last.
  ///
  /// A remembered home may still be wrong, because a message may be late. Correctness doesn't depend on it:
  /// if a node gets a request for a key whose home is elsewhere, it rejects the request before anything is
  /// reduced. If the other node has rejected the request, or can't be reached, call ``forgetHome(of:)``, and
  /// open the key. Requests that another node has forwarded must only use ``open(_:_:)``: two nodes that are
  /// both wrong would forward them back and forth.
  ///
  /// - Parameter key: The key.
  /// - Returns: The address; nil if it isn't known, or if the key's last known home is this node.
  public func home(of key: StorageKey) -> String? {
    guard let home = database.homes.address(of: key), home != address else { return nil }
    counts.withLock { $0.remembered += 1 }
    return home
  }

  /// Forgets a key's home, so that the next caller that opens the key asks the database.
  ///
  /// - Parameter key: The key.
  public func forgetHome(of key: StorageKey) { database.homes.forget(key) }
}
