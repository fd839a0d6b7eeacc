import Troupe

/// The shared values of a replayed reduction: it reads the recorded versions, and its writes stay in it.
final class ReplayedSharing: SharingHost {
  let reads = TurnReads()

  var isolationID: ObjectIdentifier? { nil }
  var isInTurn: Bool { true }

  func version(toRead cell: any SharedCell) -> any SharedVersion { cell.newest }

  func didRead(_ cell: any SharedCell, _ version: any SharedVersion) {}

  func didWrite(_ cell: any SharedCell, _ version: any SharedVersion) {}
}
