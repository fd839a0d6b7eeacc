import Troupe

/// Changes two shared values at once.
///
/// The values are locked in one order, whatever the order of the parameters, so that two such calls never
/// wait for each other forever. If the body throws an error, no value changes.
///
/// Another thread may read the one value before and the other after the change. Code that has to see both
/// locks both.
///
/// - Parameters:
///   - first: A value.
///   - second: Another value. It must not be a part of the same value: traps.
///   - body: Changes the newest versions.
/// - Returns: The result of the body.
/// - Throws: The error of the body.
@discardableResult
public func withLock<First, Second, Result, Failure: Error>(
  _ first: Shared<First>,
  _ second: Shared<Second>,
  _ body: (inout First, inout Second) throws(Failure) -> Result
) throws(Failure) -> Result {
  var outcome = BodyOutcome<Result, Failure>.none
  let writes = CellWrites()
  locking([first.reference.cell, second.reference.cell]) {
    _ = first.reference.modify(writes) { first in
      second.reference.modify(writes) { second in
        outcome = BodyOutcome { () throws(Failure) in try body(&first, &second) }
        return outcome.isSuccess
      }
    }
  }
  finish(writes)
  return try outcome.get()
}

/// Changes three shared values at once, like the function for two.
///
/// - Parameters:
///   - first: A value.
///   - second: Another value.
///   - third: Another value.
///   - body: Changes the newest versions.
/// - Returns: The result of the body.
/// - Throws: The error of the body.
@discardableResult
public func withLock<First, Second, Third, Result, Failure: Error>(
  _ first: Shared<First>,
  _ second: Shared<Second>,
  _ third: Shared<Third>,
  _ body: (inout First, inout Second, inout Third) throws(Failure) -> Result
) throws(Failure) -> Result {
  var outcome = BodyOutcome<Result, Failure>.none
  let writes = CellWrites()
  locking([first.reference.cell, second.reference.cell, third.reference.cell]) {
    _ = first.reference.modify(writes) { first in
      second.reference.modify(writes) { second in
        third.reference.modify(writes) { third in
          outcome = BodyOutcome { () throws(Failure) in try body(&first, &second, &third) }
          return outcome.isSuccess
        }
      }
    }
  }
  finish(writes)
  return try outcome.get()
}

private func finish(_ writes: CellWrites) {
  for write in writes.all { write.cell.finishWrite(write) }
}

private func locking(_ cells: [any AnyCell], _ body: () -> Void) {
  let cells = cells.sorted { $0.order < $1.order }
  for (cell, next) in zip(cells, cells.dropFirst()) where cell === next {
    preconditionFailure(
      "`withLock` was called with two parts of \(cell.name). Lock the whole value, and change both parts of it."
    )
  }
  for cell in cells {
    let place = SharingFrame.place(of: cell, for: .write)
    if cell.saves != nil { cell.reportUnlessInTurn(place) }
  }
  locking(cells[...], body)
}

private func locking(_ cells: ArraySlice<any AnyCell>, _ body: () -> Void) {
  guard let first = cells.first else { return body() }
  first.locked { locking(cells.dropFirst(), body) }
}
