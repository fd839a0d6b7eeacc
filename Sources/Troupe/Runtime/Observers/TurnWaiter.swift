/// A waiter for the outcome of a turn.
protocol TurnWaiter: AnyObject {
  /// Checks for the outcome. Returns true if the wait is over.
  ///
  /// - Parameter turn: The number of the turn, as the store's ``SaveQueue`` counts turns.
  func check(_ turn: UInt64) -> Bool
  /// Ends the wait, because the outcome has become impossible.
  func end()
}
