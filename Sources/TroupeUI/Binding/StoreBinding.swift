/// A value that a user interface can read and write.
///
/// Get a binding from a ``StoreBindable``, and pass it on with `$`:
///
/// ```swift
/// TextField("Title", text: $viewStore.title)
/// ```
///
/// Its members are bindings to the members of its value. A closure can take a binding as `{ $title in … }`
/// and read `title`.
///
/// A binding reads and writes the current value each time. Writing sends an action. If the store runs on the
/// main actor, the written value can be read back at once.
@MainActor
@propertyWrapper
@dynamicMemberLookup
public struct StoreBinding<Value> {
  let get: @MainActor () -> Value
  let set: @MainActor (Value) -> Void

  /// Creates a binding.
  ///
  /// - Parameters:
  ///   - get: Reads the value.
  ///   - set: Writes the value.
  public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Creates a binding from a closure's parameter: `{ $title in … }`.
  ///
  /// - Parameter projectedValue: The binding.
  public init(projectedValue: StoreBinding<Value>) { self = projectedValue }

  /// Returns a binding with a constant value, which ignores writes.
  ///
  /// - Parameter value: The value.
  /// - Returns: The binding.
  public static func constant(_ value: Value) -> StoreBinding { StoreBinding(get: { value }, set: { _ in }) }

  /// The value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself.
  public var projectedValue: StoreBinding<Value> { self }

  /// A binding to a member of the value.
  public subscript<Member>(dynamicMember member: WritableKeyPath<Value, Member>) -> StoreBinding<Member> {
    StoreBinding<Member>(
      get: { get()[keyPath: member] },
      set: { new in
        var value = get()
        value[keyPath: member] = new
        set(value)
      }
    )
  }
}
