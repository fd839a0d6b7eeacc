import Troupe

/// The part of a cell that doesn't depend on the type of its value.
protocol AnyCell: SharedCell {
  /// The position of the cell in the order in which cells are locked.
  var order: UInt64 { get }
  /// The name of the type of the value.
  var valueType: String { get }
  /// The number of observers.
  var observerCount: Int { get }
  /// Whether the value is being loaded.
  var isLoading: Bool { get }
  /// The error of the last load; nil after a successful load or save.
  var loadError: (any Error)? { get }
  /// The error of the last save; nil after a successful save.
  var saveError: (any Error)? { get }
  /// The key; nil for a value without one.
  var keyText: String? { get }
  /// How the key is encoded; nil if it can't be.
  var keyCoding: KeyCoding? { get }

  nonisolated(nonsending) func load() async throws
  nonisolated(nonsending) func save() async throws

  /// Changes the value outside turns, and waits until the change is saved.
  ///
  /// - Parameter write: Changes the value, which is locked. It may be called several times, and only the last
  ///   change is saved.
  nonisolated(nonsending) func update(_ write: (CellWrites) -> Bool) async throws

  /// Reports a write outside a turn of a value that is kept in a storage.
  func reportUnlessInTurn(_ place: SharingFrame.Place)

  /// Runs a body while no other thread writes the value.
  func locked(_ body: () -> Void)

  /// Notifies the observers of the newest version, and saves it. Call it without the lock.
  func finishWrite(_ write: CellWrite)
}

/// The remaining work of a write, outside the lock. The replaced objects are released with this value.
struct CellWrite {
  let cell: any AnyCell
  /// The version before.
  let old: any SharedVersion
  /// The number of the version that the write made.
  let number: UInt64
  /// Whether a turn has made the write. The turn starts the saves of the value.
  var isOfTurn = false
  /// The version that the turn had read.
  var former: TurnReads.Entry?
  let observers: [any SharedCellObserver]
  /// The versions that the logs of tests have replaced.
  var released: SharedTrackers.Released?
  /// Whether it is the write of a replay, which changes nothing outside.
  var isReplayed = false
}

/// The writes of several values, and the objects that are released after these writes.
final class CellWrites {
  var all: [CellWrite] = []
  var dropped: [any Sendable] = []
}

/// A value, or a part of one, that can be read.
protocol Reference<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  /// The cell in which the value is.
  var cell: any AnyCell { get }
  var name: String { get }

  func read() -> Value
}

/// A value, or a part of one, that can be written.
protocol MutableReference<Value>: Reference {
  /// Changes the newest version of the value.
  ///
  /// - Parameter body: Changes the value, and returns whether the change is to stay.
  /// - Returns: The result of the body.
  func modify(_ body: (inout Value) -> Bool) -> Bool

  /// Changes the newest version of a value that the caller has locked.
  ///
  /// - Parameters:
  ///   - writes: Gets the remaining work, which the caller does after unlocking the cell.
  ///   - body: Changes the value, and returns whether the change is to stay.
  /// - Returns: The result of the body.
  func modify(_ writes: CellWrites, _ body: (inout Value) -> Bool) -> Bool
}
