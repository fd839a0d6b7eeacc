import TroupeDurable

extension Driver {
  /// Answers the calls of a batch, or makes the driver retry them.
  ///
  /// - Returns: An error if the connection can't be used any more.
  func finish(_ batch: Connection.Batch) -> PostgresError? {
    switch batch.outcome {
    case .success(let rows):
      if batch.statement.isChange {
        settings.counters.withLock { $0.transactions += 1 }
      }
      read(rows, batch)
    case .failure(let error):
      let again = error.isConflict || error.needsNewConnection
      if again || batch.calls.count > 1 {
        // One of them may be the reason; which one is unknown.
        let calls = batch.calls.map { Call(id: $0.id, request: $0.request, isAlone: !again || $0.isAlone) }
        queues[batch.statement, default: []].insert(contentsOf: calls, at: 0)
      } else {
        // For a change whose outcome was looked up, the first attempt may have succeeded.
        let error = batch.statement == .settle ? PostgresError.unknownOutcome(because: error) : error
        for call in batch.calls { fail(call, error) }
      }
      return error.needsNewConnection ? error : nil
    case nil:
      let calls = batch.calls
      queues[batch.statement.isChange ? .settle : batch.statement, default: []].insert(
        contentsOf: calls,
        at: 0
      )
      return PostgresError(.connection, "The server's answers don't fit what was sent.")
    }
    return nil
  }

  private func read(_ rows: Rows, _ batch: Connection.Batch) {
    switch batch.statement {
    case .update, .insert, .remove: readMarks(rows, batch)
    case .settle, .check: readRevisions(rows, batch)
    case .load: readValues(rows, batch.calls)
    case .release:
      let keys = Set((0..<rows.count).compactMap { rows.bytes($0, 0) })
      for call in batch.calls {
        settle(call, .success(call.request.key.map(keys.contains) == true ? .done : .nothing))
      }
    case .join, .renew, .leave:
      for call in batch.calls { settle(call, .success(rows.count > 0 ? .done : .nothing)) }
    case .due:
      let due = (0..<rows.count).map { (key: rows.bytes($0, 0) ?? [], wake: rows.number($0, 1) ?? 0) }
      for call in batch.calls { settle(call, .success(.due(due))) }
    case .keys:
      let keys = (0..<rows.count).map { rows.bytes($0, 0) ?? [] }
      for call in batch.calls { settle(call, .success(.keys(keys))) }
    case .nodes:
      let nodes = (0..<rows.count).compactMap { rows.node($0) }
      for call in batch.calls { settle(call, .success(.nodes(nodes))) }
    }
  }

  private func readMarks(_ rows: Rows, _ batch: Connection.Batch) {
    let marks = Set((0..<rows.count).compactMap { rows.revision($0, 0) })
    // Counted before any caller is answered, because a caller may read the counts.
    settings.counters.withLock {
      $0.changes += marks.count
      if batch.statement != .remove { $0.superseded += batch.calls.count - marks.count }
    }
    for call in batch.calls {
      if let mark = call.request.mark, marks.contains(mark) {
        settle(call, .success(.done))
      } else if batch.statement == .remove {
        // There may be no value, which is just as good.
        queues[.check, default: []].append(call)
      } else {
        supersede(call)
      }
    }
  }

  private func supersede(_ call: Call) {
    guard let key = call.request.storageKey else { return }
    settle(call, .failure(.superseded(key)))
  }

  private func readRevisions(_ rows: Rows, _ batch: Connection.Batch) {
    if batch.statement == .settle { settings.counters.withLock { $0.settled += batch.calls.count } }
    var found: [Int64: RevisionBits] = [:]
    for row in 0..<rows.count {
      if let number = rows.number(row, 0) { found[number] = rows.revision(row, 1) }
    }
    for (index, call) in batch.calls.enumerated() {
      let revision = found[Int64(index + 1)]
      switch call.request.outcome(stored: revision) {
      case .made: settle(call, .success(.done))
      case .notMade: queues[Statement(call.request), default: []].append(call)
      case .unknown where batch.statement == .check: supersede(call)
      case .unknown: fail(call, .unknownOutcome(because: nil))
      }
    }
  }

  private func readValues(_ rows: Rows, _ calls: [Call]) {
    var replies: [Int64: Reply] = [:]
    for row in 0..<rows.count {
      guard let number = rows.number(row, 0), let revision = rows.revision(row, 1) else { continue }
      let address = rows.bytes(row, 3).map { String(decoding: $0, as: UTF8.self) }
      replies[number] =
        address.map { .elsewhere($0, rest: rows.number(row, 5) ?? 0) }
        ?? .value(bytes: rows.bytes(row, 2) ?? [], revision, isMove: rows.number(row, 4) == 1)
    }
    for (index, call) in calls.enumerated() {
      settle(call, .success(replies[Int64(index + 1)] ?? .nothing))
    }
  }
}

extension Rows {
  fileprivate func node(_ row: Int) -> Reply.Node? {
    guard let id = revision(row, 0), let address = bytes(row, 1), let rest = number(row, 2) else {
      return nil
    }
    return Reply.Node(
      id: id,
      address: String(decoding: address, as: UTF8.self),
      rest: rest,
      keyCount: number(row, 3)
    )
  }
}
