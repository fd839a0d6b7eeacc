public import Troupe

extension StoreBinding {
  /// Creates a binding to an optional's value, or returns nil if the optional is nil.
  ///
  /// If the optional becomes nil later, reading the binding returns the last value. Writing to the binding is
  /// then ignored and doesn't restore the value.
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
  /// If the enum changes to another case later, reading the binding returns the last payload. Writing to the
  /// binding is then ignored and doesn't restore the case.
  ///
  /// - Parameters:
  ///   - base: A binding to the enum.
  ///   - path: The path to the case, such as `\.active` or `/Editing.active`.
  public init?<Enum>(unwrapping base: StoreBinding<Enum>, case path: any CaseKeyPath<Enum, Value> & Sendable)
  {
    self.init(unwrapping: base.case(path))
  }

  /// Creates a binding to the payload of a case of an optional enum, or returns nil if the enum is nil or in
  /// another case.
  ///
  /// - Parameters:
  ///   - base: A binding to the optional enum.
  ///   - path: The path to the case.
  public init?<Enum>(unwrapping base: StoreBinding<Enum?>, case path: any CaseKeyPath<Enum, Value> & Sendable)
  {
    self.init(unwrapping: base.case(path))
  }

  /// Returns a binding to a case's payload. The binding's value is nil while the enum is in another case.
  ///
  /// Writing a payload while the enum is in another case is ignored. Writing nil is always ignored, because
  /// the enum must be in a case.
  ///
  /// - Parameter path: The path to the case, such as `\.active` or `/Editing.active`.
  /// - Returns: A binding to the optional payload.
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

  /// Returns a binding to a case's payload in an optional enum. The binding's value is nil while the enum is
  /// nil or in another case.
  ///
  /// Writing while the enum is nil or in another case is ignored. Writing nil while the enum is in this case
  /// sets the enum to nil.
  ///
  /// - Parameter path: The path to the case.
  /// - Returns: A binding to the optional payload.
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

  /// Returns a binding to whether the optional has a value. Writing false sets the optional to nil, and
  /// writing true is ignored.
  ///
  /// - Returns: A Boolean binding.
  public func isPresent<Wrapped>() -> StoreBinding<Bool> where Value == Wrapped? {
    StoreBinding<Bool>(get: { get() != nil }, set: { if !$0, get() != nil { set(nil) } })
  }
}

/// The last value that was read from a binding whose value may disappear.
@MainActor
private final class LastValue<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}
