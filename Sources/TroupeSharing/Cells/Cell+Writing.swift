import Troupe
import TroupeDependencies

/// Writes in and outside turns.
extension Cell {
  /// The remaining work of a write, after the lock.
  private struct Outcome {
    var write: CellWrite?
    /// The changed value, if the body threw an error.
    var dropped: Version<Value>?
  }

  func locked(_ body: () -> Void) {
    SharingFrame.locking(self) {
      writing.lock()
      body()
      writing.unlock()
    }
  }

  func modify(_ body: (inout Value) -> Bool) -> Bool {
    let stack = SharingFrame.current
    // Generic code would look up the metadata of `persistence`.
    if stack == nil, status == nil { return modifyAlone(body) }
    let place = stack == nil ? .outside : SharingFrame.place(of: self, for: .write)
    if stored != nil { reportUnlessInTurn(place) }
    var outcome = Outcome()
    var isDone = false
    locked { isDone = change(at: place, &outcome, body) }
    if let write = outcome.write { finishWrite(write) }
    return isDone
  }

  /// Ends a write of ``modifyAlone(_:)`` that a test logs.
  func logged(_ value: Value, _ postponed: [@Sendable () -> Void]?) -> Bool {
    let old = newestVersion
    let write = publish(Version(old.number + 1, value), from: old, by: .other, isLoaded: false)
    writing.unlock()
    if let postponed { for work in postponed { work() } }
    finishWrite(write)
    return true
  }

  func modify(_ writes: CellWrites, _ body: (inout Value) -> Bool) -> Bool {
    var outcome = Outcome()
    let isDone = change(at: SharingFrame.placeInBody, &outcome, body)
    if let write = outcome.write { writes.all.append(write) }
    if let dropped = outcome.dropped { writes.dropped.append(dropped) }
    return isDone
  }

  private func change(
    at place: SharingFrame.Place,
    _ outcome: inout Outcome,
    _ body: (inout Value) -> Bool
  ) -> Bool {
    switch place {
    case .assertion(let expectation):
      let before = Version<Value>.cast(expectation.version(of: self))
      guard let new = run(body, on: before, &outcome) else { return false }
      outcome.dropped = expectation.expect(new, of: self).map { .cast($0) }
      return true
    case .outside:
      return change(from: newestVersion, by: nil, nil, &outcome, body)
    case .turn(let host):
      guard let reader = DependencyReads.current else {
        return change(from: newestVersion, by: host, nil, &outcome, body)
      }
      // A replay changes nothing: it continues from the recorded version.
      let isReplay = host.isolationID == nil
      let known =
        isReplay ? host.reads.version(of: self, for: nil).map { Version<Value>.cast($0.version) } : nil
      let before = recorded(known ?? newestVersion, "\(name).withLock", by: reader)
      guard isReplay else { return change(from: before, by: host, reader, &outcome, body) }
      guard let new = run(body, on: before, &outcome) else { return false }
      let former = host.reads.fix(new, of: self, for: reader)
      // The value of a replay needs no observers, and isn't saved.
      outcome.write = CellWrite(
        cell: self,
        old: before,
        number: new.number,
        former: former,
        observers: [],
        isReplayed: true
      )
      host.didWrite(self, new)
      return true
    }
  }

  /// Runs a body on the value of a version. Returns the next version; nil if the body has failed.
  private func run(
    _ body: (inout Value) -> Bool,
    on old: Version<Value>,
    _ outcome: inout Outcome
  ) -> Version<Value>? {
    var value = old.value
    if body(&value) { return Version(old.number + 1, value) }
    // The value may hold the last reference to an object, so it isn't released under the lock.
    outcome.dropped = Version(old.number, value)
    return nil
  }

  private func change(
    from old: Version<Value>,
    by host: (any SharingHost)?,
    _ reader: (any DependencyReader)?,
    _ outcome: inout Outcome,
    _ body: (inout Value) -> Bool
  ) -> Bool {
    guard let new = run(body, on: old, &outcome) else { return false }
    let writer = host?.isolationID.map { SharedWriter.turn($0) } ?? .other
    outcome.write = publish(new, from: old, by: writer, isLoaded: false)
    // A recorded store's version isn't the one that was replaced.
    outcome.dropped = old
    if let host {
      outcome.write?.former = host.reads.fix(new, of: self, for: reader)
      outcome.write?.isOfTurn = host.isInTurn
      host.didWrite(self, new)
    }
    return true
  }

  func finishWrite(_ write: CellWrite) {
    if write.isReplayed { return }
    for observer in write.observers { observer.changed(self) }
    if let stored {
      if !write.isOfTurn { stored.begin() }
    } else if status != nil {
      requestSave()
      state.withLock { $0.unrequested -= 1 }
    }
  }
}
