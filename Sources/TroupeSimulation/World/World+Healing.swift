import Troupe
import TroupeTesting

extension World {
  /// Waits for the world's duration, ends all faults, waits for the clients, and then runs checks.
  ///
  /// When the duration has passed since the world was created, no more faults are injected, partitions end,
  /// paused processes continue, crashed processes start again, and clocks are corrected. When all clients
  /// have returned, the operation runs. If a client hasn't returned after another duration of the same
  /// length, an issue is reported, and the operation runs nevertheless. The method resumes when the operation
  /// has returned.
  ///
  /// - Parameters:
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  ///   - operation: The checks.
  /// - Returns: The result of the operation.
  /// - Throws: The error that the operation throws, or `CancellationError` if the calling task is cancelled.
  @discardableResult
  public nonisolated(nonsending) func afterHealing<Result>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if now < duration { try await Task.sleep(for: duration - now) }
    heal()
    let limit = now + max(duration, .seconds(60))
    var clients = state.withLock { $0.clients }
    while true {
      clients.removeAll(where: \.hasReturned)
      if clients.isEmpty || now >= limit { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    if !clients.isEmpty {
      report(
        """
        \(clients.map(\.name).joined(separator: ", ")) \(clients.count == 1 ? "hasn't" : "haven't") returned \
        \((limit - duration).inSeconds) after all faults had ended. Most likely a call waits for an event that a fault \
        prevented, and has no time limit.
        """,
        at: location
      )
    }
    return try await operation()
  }

  /// Ends all faults now: no more faults are injected, partitions end, paused processes continue, crashed
  /// processes start again, and clocks are corrected.
  public func heal() {
    let isFirst = state.withLock { state in
      defer { (state.hasHealed, state.faults) = (true, []) }
      return !state.hasHealed
    }
    guard isFirst else { return }
    network.heal()
    let processes = state.withLock { $0.processes }
    for process in processes { process.heal() }
    record(.healed, of: ownEndpoint) { "all faults ended" }
  }

  /// Injects faults that depend on the time, and not on calls: in each second, each process may crash or
  /// stop.
  func disturb() {
    after(.seconds(1)) { [self] in
      guard !hasHealed else { return }
      for process in state.withLock({ $0.processes }) { process.disturb(factor: 2) }
      disturb()
    }
  }

  // MARK: Invariants

  /// A condition that must hold after each event.
  struct Invariant: Sendable {
    let name: String
    let location: CallSite
    let holds: @Sendable () -> Bool
  }

  /// Checks a condition after each event of the world: a call, a save, a crash. If the condition doesn't
  /// hold, an issue is reported, once.
  ///
  /// - Parameters:
  ///   - name: The condition's name, for the issue.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  ///   - condition: The condition. It must not call the world.
  public func always(
    _ name: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ condition: @escaping @Sendable () -> Bool
  ) {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    state.withLock { $0.invariants.append(Invariant(name: name, location: location, holds: condition)) }
  }

  /// Waits until a condition holds. If it doesn't hold within a virtual duration, an issue is reported.
  ///
  /// The condition is evaluated every 100 virtual milliseconds. The method resumes when the condition holds,
  /// or when the duration has passed.
  ///
  /// - Parameters:
  ///   - name: The condition's name, for the issue.
  ///   - limit: The duration.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  ///   - condition: The condition.
  /// - Throws: The error that the condition throws, or `CancellationError` if the calling task is cancelled.
  public nonisolated(nonsending) func eventually(
    _ name: String,
    within limit: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ condition: nonisolated(nonsending) () async throws -> Bool
  ) async throws {
    let end = now + limit
    while try await !condition() {
      guard now < end else {
        return report(
          "\"\(name)\" didn't hold within \(limit.inSeconds).",
          at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  func checkInvariants() {
    let invariants = state.withLock { $0.invariants }
    let broken = invariants.filter { !$0.holds() }
    guard !broken.isEmpty else { return }
    state.withLock { state in
      state.invariants.removeAll { each in broken.contains { $0.location == each.location } }
    }
    for invariant in broken {
      report("\"\(invariant.name)\" doesn't hold at \(now.inSeconds).", at: invariant.location)
    }
  }
}
