/// A leaf of a program that is an action.
protocol AnyQueuedAction: AnyObject, Sendable {
  var value: any Sendable { get }
}
