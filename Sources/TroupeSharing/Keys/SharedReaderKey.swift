/// The key of a value that is loaded from somewhere and shared, but not written.
///
/// A key loads the value, and reports changes from outside. For a value that is also written, see
/// ``SharedKey``. The design follows the `swift-sharing` package.
public protocol SharedReaderKey<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The type of the id.
  associatedtype ID: Hashable = Self

  /// The id. All keys with the same id in a space share one value.
  var id: ID { get }

  /// Loads the value.
  ///
  /// It is called when the first holder of the key creates the value, and for each ``Shared/load()``.
  ///
  /// - Parameters:
  ///   - context: The reason for the load.
  ///   - continuation: Gets the result, once.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Begins to report changes from outside.
  ///
  /// - Parameters:
  ///   - context: The reason for the creation of the value.
  ///   - subscriber: Gets the changes.
  /// - Returns: The subscription, which is cancelled when the last holder of the value is released.
  func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription
}

extension SharedReaderKey where ID == Self {
  /// The key itself.
  public var id: ID { self }
}

/// The key of a value that is shared, loaded and saved.
public protocol SharedKey<Value>: SharedReaderKey {
  /// Saves a value.
  ///
  /// A value's saves run one at a time. The next save begins when the continuation of the last save was
  /// resumed. It gets the newest value, and versions in between aren't saved.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: The reason for the save.
  ///   - continuation: Resume it when the value is saved, or can't be saved.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

/// The reason for a load. Keys switch over the cases, so no others will be added.
public enum LoadContext<Value: Sendable>: Sendable {
  /// The value is created, with this default value.
  case initialValue(Value)
  /// The program has called ``Shared/load()``.
  case userInitiated

  /// The default value with which the value is created; nil if the program has called ``Shared/load()``.
  public var initialValue: Value? {
    if case .initialValue(let value) = self { value } else { nil }
  }
}

extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}

/// The reason for a save. Keys switch over the cases, so no others will be added.
public enum SaveContext: Hashable, Sendable {
  /// The value was written.
  case didSet
  /// The program has called ``Shared/save()``.
  case userInitiated
}
