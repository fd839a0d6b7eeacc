/// A leaf of a program that is an action.
protocol ErasedDelivery: AnyObject, Sendable {
  var value: any Sendable { get }
}
