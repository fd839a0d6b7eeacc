/// A value that can be read and written: what a user interface edits.
///
/// It comes from a ``StoreBindable``, and is passed on with `$`:
///
/// ```swift
/// TextField("Title", text: $viewStore.title)
/// ```
///
/// Bindings to the members of its value are its members. A closure may take one as `{ $title in … }`, and
/// read `title` in it.
///
/// A binding reads and writes what it was made for, each time. Writing sends an action; over a store on the
/// main actor, the value that was written is there at once.
@MainActor
@propertyWrapper
@dynamicMemberLookup
public struct StoreBinding<Value> {
  let get: @MainActor () -> Value
  let set: @MainActor (Value) -> Void

  /// Makes a binding.
  ///
  /// - Parameters:
  ///   - get: Reads the value.
  ///   - set: Writes it.
  public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Makes a binding of a closure's parameter: `{ $title in … }`.
  ///
  /// - Parameter projectedValue: The binding.
  public init(projectedValue: StoreBinding<Value>) { self = projectedValue }

  /// Makes a binding that always has a value, and ignores what is written.
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
