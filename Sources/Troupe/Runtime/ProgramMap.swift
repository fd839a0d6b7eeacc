/// Makes the leaves of a program into those of another.
protocol ProgramMap: Sendable {
  /// Whether the actions stay what they are, and only work is changed.
  var keepsActions: Bool { get }
  func work(_ leaf: any ErasedWork) -> any ErasedWork
  func delivery(_ leaf: any ErasedDelivery) -> any ErasedDelivery
}

/// Changes the work of a program alone.
protocol WorkMap: ProgramMap {}

extension WorkMap {
  var keepsActions: Bool { true }
  func delivery(_ leaf: any ErasedDelivery) -> any ErasedDelivery { leaf }
}
