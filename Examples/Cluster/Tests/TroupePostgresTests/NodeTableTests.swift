import ClusterSimulation
import PostgresTesting
import TroupeDurable
import TroupePostgres
import TroupeTesting
import XCTest

/// Compares the tables of a simulated server with PostgreSQL.
final class NodeTableTests: XCTestCase {
  /// Random requests of three nodes, two of which have the same address.
  private struct Requests {
    var random: SeededGenerator
    let nodes = (0..<3).map { _ in RevisionBits(StorageRevision()) }
    let keys = ["", "key", "é"].map { Array($0.utf8) }
    private var lastWake: Int64 = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func next(_ table: NodeTable) -> Request {
      let key = keys.randomElement(using: &random) ?? []
      let index = Int.random(in: 0..<3, using: &random)
      let node = nodes[index]
      let maybeNode = Bool.random(using: &random) ? node : nil
      // A negative lease has expired at once.
      let lease: Int64 = Int.random(in: 0..<4, using: &random) == 0 ? -1_000_000 : 3_600_000_000
      let record = Request.Node(id: node, address: ["a", "b", "a"][index], lease: lease)
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1: return .load(key: key, node: maybeNode)
      case 2, 3, 4:
        lastWake += 1
        return .save(
          Request.Save(
            key: key,
            bytes: Array("\(lastWake)".utf8),
            expected: expected(key, table),
            revision: RevisionBits(StorageRevision()),
            // Wakes differ, because the order of equal ones isn't determined.
            wake: Bool.random(using: &random) ? lastWake : nil,
            node: maybeNode
          )
        )
      case 5: return .remove(key: key, expected: expected(key, table) ?? RevisionBits(StorageRevision()))
      case 6:
        return .due(before: lastWake - Int64.random(in: 0..<3, using: &random), limit: 2, node: maybeNode)
      case 7: return Bool.random(using: &random) ? .keys(from: key, limit: 2) : .nodes(limit: index)
      case 8: return .join(record)
      case 9: return .renew(record)
      case 10: return .leave(node)
      default: return .release(key: key, node: node)
      }
    }

    /// The expected revision of a change, which is seldom wrong.
    private mutating func expected(_ key: [UInt8], _ table: NodeTable) -> RevisionBits? {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: nil
      case 1: RevisionBits(StorageRevision())
      default: table.rows[key]?.revision
      }
    }
  }

  /// A reply without the remaining times of leases, which depend on the clock.
  private func text(_ result: Result<TroupePostgres.Reply, StorageError>) -> String {
    switch result {
    case .success(.elsewhere(let address, let rest)): return "elsewhere: \(address), \(rest > 0)"
    case .success(.nodes(let nodes)):
      return "nodes: \(nodes.map { "\($0.id) \($0.address) \($0.rest > 0) \($0.keyCount as Int64?)" })"
    case .success(let reply): return "\(reply)"
    case .failure(let error): return "\(error.code) \(error.key?.text ?? "")"
    }
  }

  func testItAnswersAsPostgreSQLDoes() async throws {
    let database = try await Database()
    let storage = try database.storage()
    var table = NodeTable()
    let seed = UInt64.random(in: 0 ... .max)
    var requests = Requests(seed: seed)
    let kinds = ["done", "nothing", "value", "elsewhere", "due", "keys", "nodes", "superseded"]
    var seen: [String: Int] = [:]
    var number = 0
    // Some kinds of answers are rare, so there are more requests until each kind has occurred often enough.
    while number < 3_000 || number < 30_000 && kinds.contains(where: { seen[$0, default: 0] <= 10 }) {
      let request = requests.next(table)
      let expected = Result { () throws(StorageError) in try table.perform(request, at: 0) }
      let actual: Result<TroupePostgres.Reply, StorageError>
      do throws(StorageError) {
        actual = .success(try await storage.perform(request))
      } catch {
        actual = .failure(error)
      }
      guard text(expected) == text(actual) else {
        return XCTFail("seed \(seed), request \(number), \(request): \(text(expected)) and \(text(actual))")
      }
      seen[String(text(actual).prefix { $0 != ":" && $0 != "(" && $0 != " " }), default: 0] += 1
      number += 1
    }
    for kind in kinds { XCTAssertGreaterThan(seen[kind, default: 0], 10, "seed \(seed): \(kind)") }
    await storage.close()
  }
}
