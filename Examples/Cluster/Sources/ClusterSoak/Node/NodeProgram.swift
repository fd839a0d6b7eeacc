import Foundation
import Locks
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupePostgres

/// A node in a separate process. It reads requests line by line, and answers in the order in which they are
/// done:
///
/// - `7 change KEY NUMBER`, `7 alarm KEY NUMBER MILLISECONDS`, `7 read KEY`: answered by `7 ok BEFORE TAIL`,
///   by `7 elsewhere ADDRESS` or `7 refused WHY` if nothing was reduced, and by `7 unknown WHY` otherwise.
/// - `drain`: releases the keys, one by one, with `draining KEY` for each, then leaves, and ends.
/// - `load WRITERS SECONDS BYTES PATH`: see ``FiguresLoad``.
/// - `homes ASKERS SECONDS KEYS REMEMBER`: see ``HomesLoad``.
///
/// `ready` says that it has joined. `rang KEY NUMBER PREVIOUS` says that an alarm rings.
final class NodeProgram: Sendable {
  typealias Directory = StoreDirectory<String, Register.State, Register.Action>

  struct Options: Sendable {
    var connection = ""
    var address = ""
    var lease = Duration.seconds(3)
    var isFenced = true
  }

  /// A node from joining to the end of its lease. When the lease has expired, another node joins.
  private struct Term: Sendable {
    let node: ClusterNode
    let directory: Directory
  }

  private let options: Options
  private let storage: PostgresStorage
  private let term = Locked<Term?>(nil)
  /// The keys that were requested.
  private let keys = Locked<Set<String>>([])
  /// The keys that are being released.
  private let drained = Locked<Set<String>>([])

  init(_ options: Options) throws {
    self.options = options
    var configuration = PostgresConfiguration(connection: options.connection)
    configuration.timeout = .seconds(4)
    configuration.retry = .exponential(
      initial: .milliseconds(50),
      maximum: .milliseconds(500),
      attempts: .max
    )
    storage = try PostgresStorage(configuration)
  }

  func run() async throws {
    let serving = Task { while !Task.isCancelled { await serveOneTerm() } }
    await withDiscardingTaskGroup { group in
      for await line in Lines.read(STDIN_FILENO) {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "drain":
          group.addTask {
            await self.drain()
            exit(0)
          }
        case "load":
          let load = FiguresLoad(words)
          group.addTask { [storage, options] in await load?.run(on: storage, options.address, options.lease) }
        case "homes":
          let (load, term) = (HomesLoad(words), term.withLock { $0 })
          group.addTask { if let term { await load?.run(on: term.node, term.directory) } }
        default: group.addTask { await self.answer(words) }
        }
      }
      // The process that has started it is gone.
      exit(0)
    }
    serving.cancel()
  }

  // MARK: Terms

  private func serveOneTerm() async {
    let node = ClusterNode(on: storage, address: options.address, lease: options.lease)
    do {
      try await node.join()
    } catch {
      complain("join: \(error)")
      // An interrupted pause is followed by another attempt.
      try? await Task.sleep(for: .milliseconds(50))
      return
    }
    let directory = makeDirectory(node)
    term.withLock { $0 = Term(node: node, directory: directory) }
    Lines.write("ready")
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do { try await node.run() } catch { self.complain("term: \(error)") }
      }
      group.addTask { [storage = node.storage] in
        do {
          try await directory.run(waking: storage, every: .milliseconds(500), now: { .now }) { $0.text }
        } catch is CancellationError {
          // The lease has expired.
        } catch {
          self.complain("due: \(error)")
        }
      }
      await group.next()
      group.cancelAll()
    }
    term.withLock { $0 = nil }
    await directory.shutdown(within: .zero, cancellationGrace: .seconds(1))
  }

  private func makeDirectory(_ node: ClusterNode) -> Directory {
    let (storage, isFenced) = (storage, options.isFenced)
    return StoreDirectory { (name: String) in
      try await node.open(StorageKey(name)) { base, key in
        try await Store(
          initialState: Register.State(),
          storage: isFenced ? base : UnfencedStorage(base: base, node: node, database: storage),
          key: key,
          codec: StateCodec(format: JSONFormat()),
          wake: { $0.alarms.first?.due },
          retry: .exponential(initial: .milliseconds(20), maximum: .milliseconds(500), attempts: 100)
        ) {
          Register { Lines.write("rang \(name) \($0.number) \($0.previous ?? "-")") }
        }
      }
    }
  }

  private func drain() async {
    guard let term = term.withLock({ $0 }) else { return }
    let all = keys.withLock { Array($0) }
    await withTaskGroup(of: Void.self) { group in
      for (index, key) in all.enumerated() {
        // With more at a time, keys would be unavailable for longer, while the other node opens earlier ones.
        if index >= 4 { await group.next() }
        group.addTask { await self.handOver(key, term) }
      }
    }
    do { try await term.node.leave() } catch { complain("leave: \(error)") }
  }

  /// Releases a key. From now on, requests for it are refused, before anything is reduced.
  private func handOver(_ key: String, _ term: Term) async {
    drained.withLock { _ = $0.insert(key) }
    Lines.write("draining \(key)")
    do {
      _ = try await term.directory.withStore(for: key) { await $0.shutdown(within: .zero) }
      try await term.node.release(StorageKey(key))
    } catch {
      // Its home is elsewhere, or it is released with all others.
      complain("\(key): \(error)")
    }
  }

  // MARK: Requests

  private func answer(_ words: [String]) async {
    guard words.count >= 3 else { return complain("can't read \(words)") }
    let (number, key) = (words[0], words[2])
    let action: Register.Action
    switch words[1] {
    case "change": action = .changed(words[3], alarm: nil)
    case "alarm":
      action = .changed(words[3], alarm: .now.advanced(by: .milliseconds(Int(words[4]) ?? 0)))
    default: action = .read
    }
    guard let term = term.withLock({ $0 }), !drained.withLock({ $0.contains(key) }) else {
      Lines.write("\(number) refused noLease")
      return
    }
    // The address may be wrong. The client goes there, and that node may redirect it; the client follows a
    // few times.
    if let address = term.node.home(of: StorageKey(key)) {
      Lines.write("\(number) elsewhere \(address)")
      return
    }
    keys.withLock { _ = $0.insert(key) }
    do {
      let answer = try await term.directory.withStore(for: key) { store in
        try await store.commit(action, returning: { $0.answer }).value
      }
      Lines.write("\(number) ok \(answer)")
    } catch let error as CommitError where error.wasReduced {
      Lines.write("\(number) unknown \(error.code)")
    } catch let error as HomeError {
      Lines.write("\(number) " + (error.address.map { "elsewhere \($0)" } ?? "refused noLease"))
    } catch {
      // The store couldn't be opened, or had closed. Nothing was reduced.
      Lines.write("\(number) refused \((error as? CommitError).map { "\($0.code)" } ?? "closed")")
    }
  }

  private func complain(_ line: String) { Lines.write("\(Date()) \(line)", to: STDERR_FILENO) }
}
