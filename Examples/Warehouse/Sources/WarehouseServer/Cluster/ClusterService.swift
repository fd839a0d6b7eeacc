import Logging
import ServiceLifecycle
import Troupe
import TroupeDurable
import TroupePostgres
import WarehouseFeature

/// Takes part in a cluster as long as the program runs, with a new node whenever a lease was lost.
struct ClusterService: Service {
  let server: WarehouseServer
  let cluster: Cluster
  let logger: Logger

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown { try await takePart() }
    } catch is CancellationError {
      // The program ends.
    }
    cluster.end()
    let result: Result<Void, ChangesCutOff>
    do throws(ChangesCutOff) {
      result = .success(try await server.endStores())
    } catch {
      result = .failure(error)
    }
    await server.grace.limit { await leave() }
    await cluster.storage.close()
    try await cluster.client.shutdown()
    try result.get()
    if let cutOff = cluster.cutOff { throw cutOff }
  }

  private func leave() async {
    do {
      try await cluster.node?.leave()
    } catch {
      logger.warning("The lease ends by itself", metadata: ["error": "\(error)"])
    }
  }

  private func takePart() async throws {
    guard let address = await cluster.listening() else { return }
    var isFirst = true
    while true {
      try Task.checkCancellation()
      let node: ClusterNode
      do {
        node = try await cluster.join(at: address)
      } catch {
        try Task.checkCancellation()
        logger.error("The program can't take part", metadata: ["error": "\(error)"])
        // Not a wait for a test: the database may return.
        try await Task.sleep(for: .seconds(1))
        continue
      }
      server.begin(cluster.sharing(on: node))
      cluster.begin()
      if !isFirst { logger.notice("The program takes part again") }
      isFirst = false
      var loss: (any Error)?
      do {
        try await serve(on: node)
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        if cluster.isDraining {
          // The warehouses were handed over, and the node has left. Continuing requests don't need it.
          try await gracefulShutdown()
          return
        }
        loss = error
      }
      cluster.pause(nil)
      // Warehouses that others may have taken can't be saved any more, so there is nothing to wait for.
      await server.warehouses.directory.shutdown(within: .zero)
      if let loss { cluster.pause(await noteLoss(of: node, loss)) }
      try await waitForAddress(of: node)
    }
  }

  /// Logs why the lease was lost, and returns a sentence about it; nil if it isn't known.
  private func noteLoss(of node: ClusterNode, _ error: any Error) async -> String? {
    if await isAddressTaken(from: node) {
      let reason = "Another program has joined with the same address. Give each program its own --address."
      logger.error("The lease is lost", metadata: ["reason": "\(reason)", "address": "\(node.address)"])
      return reason
    }
    logger.warning(
      "The lease is lost",
      metadata: [
        "reason": "It wasn't renewed in time: the database didn't answer, or the program was paused.",
        "error": "\(error)",
      ]
    )
    return nil
  }

  /// Whether another program takes part with the address of a node.
  private func isAddressTaken(from node: ClusterNode) async -> Bool {
    // If the database doesn't answer, that is why the lease was lost.
    guard let members = try? await node.members(countingUpTo: 0) else { return false }
    return members.contains { !$0.isSelf && $0.address == node.address && $0.lease > .zero }
  }

  /// Waits until no other program takes part with the address of a node. Two programs with one address would
  /// end each other's leases again and again; the later one keeps it.
  private func waitForAddress(of node: ClusterNode) async throws {
    while await isAddressTaken(from: node) {
      // Not a wait for a test: the other program may end.
      try await Task.sleep(for: .seconds(1))
    }
  }

  /// Renews the lease, and opens due warehouses, until the lease is lost.
  private func serve(on node: ClusterNode) async throws {
    let warehouses = server.warehouses
    try await withThrowingTaskGroup { group in
      group.addTask { try await node.run() }
      group.addTask { try await warehouses.endLeases() }
      defer { group.cancelAll() }
      // The lease has expired, or the task is cancelled: the other task never ends before.
      _ = try await group.next()
    }
  }
}

/// Hands the warehouses over when the program is to end, while the server still answers.
struct DrainService: Service {
  let server: WarehouseServer
  let cluster: Cluster
  let logger: Logger
  /// How many warehouses are handed over at a time. Their saves share transactions.
  private static let width = 16

  func run() async throws {
    do {
      try await gracefulShutdown()
    } catch is CancellationError {
      // It is too late to hand anything over.
      return
    }
    cluster.beginDraining()
    guard let node = cluster.node else { return }
    await server.grace.limit(leaving: Grace.lastSaves) { await drain(node) }
  }

  private func drain(_ node: ClusterNode) async {
    // Warehouses that were being opened come later.
    while case let names = server.warehouses.openNames, !names.isEmpty, !Task.isCancelled {
      await handOver(names, on: node)
    }
    do {
      // Others also have all warehouses that aren't open.
      try await node.leave()
    } catch {
      logger.warning("The lease ends by itself", metadata: ["error": "\(error)"])
    }
  }

  private func handOver(_ names: [String], on node: ClusterNode) async {
    cluster.beginHandingOver(names)
    await withTaskGroup(of: Void.self) { group in
      for (index, name) in names.enumerated() {
        if index >= Self.width { await group.next() }
        // The rest is saved and ended when the server has ended, and is released when the node leaves.
        if Task.isCancelled { break }
        group.addTask { await handOver(name, on: node) }
      }
    }
  }

  /// Saves a warehouse, and lets others have it.
  private func handOver(_ name: String, on node: ClusterNode) async {
    let report = await server.warehouses.end(
      name,
      within: max(.zero, server.grace.rest - Grace.lastSaves),
      cancellationGrace: .zero
    )
    if let report, !report.isComplete {
      server.note(report, of: name)
      if report.unsavedTurnCount > 0 { cluster.noteCutOff(name) }
    }
    do {
      try await node.release(StorageKey(name))
    } catch {
      // Others have it when the node has left.
      logger.warning("A warehouse isn't handed over", metadata: ["error": "\(error)"])
    }
    cluster.endHandingOver(name)
  }
}
