/// A binding through which a user interface can read and write a value.
///
/// Get a binding from a ``StoreBindable`` and pass the binding on with `$`:
///
/// ```swift
/// TextField("Title", text: $viewStore.title)
/// ```
///
/// The binding's members are bindings to the members of its value. A closure can declare a binding parameter
/// as `{ $title in … }` and read `title`.
///
/// A binding reads and writes the current value each time. Writing sends an action. If the store runs on the
/// main actor, the written value can be read immediately afterwards.
@MainActor
@propertyWrapper
@dynamicMemberLookup
public struct StoreBinding<Value> {
  let get: @MainActor () -> Value
  let set: @MainActor (Value) -> Void

  /// Creates a binding from two closures.
  ///
  /// - Parameters:
  ///   - get: A closure that reads the value.
  ///   - set: A closure that writes the value.
  public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Creates a binding for a closure's parameter that is declared as `{ $title in … }`.
  ///
  /// - Parameter projectedValue: The binding to use.
  public init(projectedValue: StoreBinding<Value>) { self = projectedValue }

  /// Returns a binding with a constant value, which ignores writes.
  ///
  /// - Parameter value: The constant value.
  /// - Returns: A binding that returns the constant.
  public static func constant(_ value: Value) -> StoreBinding { StoreBinding(get: { value }, set: { _ in }) }

  /// The current value.
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
