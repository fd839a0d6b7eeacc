public import Troupe

extension StoreBinding {
  /// Creates a binding to the value of an optional, or returns nil if the optional is nil.
  ///
  /// After the value is gone, the binding still reads the last value. Writing is then ignored, and doesn't
  /// restore the value.
  ///
  /// - Parameter base: A binding to the optional.
  public init?(unwrapping base: StoreBinding<Value?>) {
    guard let now = base.get() else { return nil }
    let last = LastValue(now)
    self.init(
      get: {
        if let value = base.get() { last.value = value }
        return last.value
      },
      set: { new in
        guard base.get() != nil else { return }
        base.set(new)
        if let value = base.get() { last.value = value }
      }
    )
  }

  /// Creates a binding to the payload of a case, or returns nil if the enum is in another case.
  ///
  /// After the enum has left the case, the binding still reads the last payload. Writing is then ignored, and
  /// doesn't restore the case.
  ///
  /// - Parameters:
  ///   - base: A binding to the enum.
  ///   - path: The case: `\.active` or `/Editing.active`.
  public init?<Enum>(unwrapping base: StoreBinding<Enum>, case path: any CaseKeyPath<Enum, Value> & Sendable)
  {
    self.init(unwrapping: base.case(path))
  }

  /// Creates a binding to the payload of a case of an optional enum, or returns nil if the enum is nil or in
  /// another case.
  ///
  /// - Parameters:
  ///   - base: A binding to the optional enum.
  ///   - path: The case.
  public init?<Enum>(unwrapping base: StoreBinding<Enum?>, case path: any CaseKeyPath<Enum, Value> & Sendable)
  {
    self.init(unwrapping: base.case(path))
  }

  /// Returns a binding to the payload of a case. The binding's value is nil in any other case.
  ///
  /// Writing a payload while the enum is in another case is ignored. So is writing nil, because the enum
  /// always has to be in a case.
  ///
  /// - Parameter path: The case: `\.active` or `/Editing.active`.
  /// - Returns: The binding.
  public func `case`<Payload>(_ path: any CaseKeyPath<Value, Payload> & Sendable) -> StoreBinding<Payload?> {
    let path = AnyCasePath(path)
    return StoreBinding<Payload?>(
      get: { path.extract(from: get()) },
      set: { payload in
        guard let payload, path.extract(from: get()) != nil else { return }
        set(path.embed(payload))
      }
    )
  }

  /// Returns a binding to the payload of a case of an optional enum. The binding's value is nil if the enum
  /// is nil or in any other case.
  ///
  /// Writing while the enum is nil or in another case is ignored. Writing nil while it is in this case sets
  /// the enum to nil.
  ///
  /// - Parameter path: The case.
  /// - Returns: The binding.
  public func `case`<Enum, Payload>(
    _ path: any CaseKeyPath<Enum, Payload> & Sendable
  ) -> StoreBinding<Payload?> where Value == Enum? {
    let path = AnyCasePath(path)
    return StoreBinding<Payload?>(
      get: { get().flatMap { path.extract(from: $0) } },
      set: { payload in
        guard let value = get(), path.extract(from: value) != nil else { return }
        set(payload.map { path.embed($0) })
      }
    )
  }

  /// Returns a binding whose value is whether the optional has a value. Writing false sets the optional to
  /// nil; writing true is ignored.
  ///
  /// - Returns: The binding.
  public func isPresent<Wrapped>() -> StoreBinding<Bool> where Value == Wrapped? {
    StoreBinding<Bool>(get: { get() != nil }, set: { if !$0, get() != nil { set(nil) } })
  }
}

/// The last value of a binding whose value may disappear.
@MainActor
private final class LastValue<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}
