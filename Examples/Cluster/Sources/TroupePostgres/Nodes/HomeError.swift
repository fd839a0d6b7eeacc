/// Why a key can't be used on a ``ClusterNode``.
public struct HomeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a ``HomeError``. Later versions may add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case elsewhere, noLease }
    private let value: Value

    /// The key's home is another node.
    public static var elsewhere: Code { Code(value: .elsewhere) }
    /// The node has no lease: it hasn't joined, has left, or couldn't renew the lease in time.
    public static var noLease: Code { Code(value: .noLease) }

    /// The name of the kind, such as `elsewhere`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The address of the key's home; nil if this node has no lease.
  public let address: String?

  static func elsewhere(_ address: String) -> HomeError { HomeError(code: .elsewhere, address: address) }
  static let noLease = HomeError(code: .noLease, address: nil)

  /// What happened and what to do about it.
  public var description: String {
    if let address {
      "The key's home is another node. Ask that node: \(address)"
    } else {
      """
      The node has no lease, and so it is the home of no key. Other nodes may have its keys. Shut down the directory, and \
      join with a new node.
      """
    }
  }
}
