import Troupe

/// The part of a cell that doesn't depend on the type of its value.
protocol AnyCell: SharedCell {
  /// The position of the cell in the order in which cells are locked.
  var order: UInt64 { get }
  /// The name of the type of the value.
  var valueType: String { get }
  /// The number of observers.
  var observerCount: Int { get }
  /// What loads and saves have led to; nil for a value that isn't loaded or saved.
  var status: CellStatus? { get }
  /// The key; nil for a value without one.
  var keyText: String? { get }
  /// How the key is encoded; nil if it can't be.
  var keyCoding: KeyCoding? { get }

  func load() async throws
  func save() async throws

  /// Runs a body while no other thread writes the value.
  func locked<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// Notifies the observers of the newest version, and saves it. Call it without the lock.
  func finishWrite(_ write: CellWrite)
}

/// What remains to be done after a write, outside the lock. What the write has replaced is released with it.
struct CellWrite {
  let cell: any AnyCell
  /// The version before.
  let old: any SharedVersion
  /// The version that the turn had read.
  var former: TurnReads.Entry?
  let observers: [any SharedCellObserver]
  /// What the logs of tests have replaced.
  var released: SharedTrackers.Released?
  /// Whether it is the write of a replay, which changes nothing outside.
  var isReplayed = false
}

/// The writes of several values, and what is released after them.
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
  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// Changes the newest version of a value that the caller has locked.
  ///
  /// - Parameters:
  ///   - writes: Gets what the caller has to do after unlocking the cell.
  ///   - body: Changes the value.
  func change<Result, Failure: Error>(
    _ writes: CellWrites,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result
}
