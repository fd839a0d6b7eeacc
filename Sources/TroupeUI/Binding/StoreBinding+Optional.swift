public import Troupe

extension StoreBinding {
  /// Makes a binding to the value of an optional; nil where there is none.
  ///
  /// While the value goes away, the binding still has the last one. What is written then is refused: it
  /// doesn't bring a value back.
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

  /// Makes a binding to the payload of a case; nil where the enum is in another case.
  ///
  /// While the enum leaves the case, the binding still has the last payload. What is written then is refused:
  /// it doesn't bring the case back.
  ///
  /// - Parameters:
  ///   - base: A binding to the enum.
  ///   - path: The case: `\.active` or `/Editing.active`.
  public init?<Enum>(unwrapping base: StoreBinding<Enum>, case path: any CaseKeyPath<Enum, Value> & Sendable)
  {
    self.init(unwrapping: base.case(path))
  }

  /// Makes a binding to the payload of a case of an optional enum; nil where there is none, or in another
  /// case.
  ///
  /// - Parameters:
  ///   - base: A binding to the optional enum.
  ///   - path: The case.
  public init?<Enum>(unwrapping base: StoreBinding<Enum?>, case path: any CaseKeyPath<Enum, Value> & Sendable)
  {
    self.init(unwrapping: base.case(path))
  }

  /// A binding to the payload of a case, which is nil in any other case.
  ///
  /// A payload that is written while the enum is in another case is refused, and so is nil: there would be no
  /// case to be in.
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

  /// A binding to the payload of a case of an optional enum, which is nil where there is none, and in any
  /// other case.
  ///
  /// A payload that is written while the enum is in another case, or nil, is refused. Writing nil while it is
  /// in this one sets the enum to nil.
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

  /// A binding to whether there is a value. Writing false sets the optional to nil; writing true is ignored.
  ///
  /// - Returns: The binding.
  public func isPresent<Wrapped>() -> StoreBinding<Bool> where Value == Wrapped? {
    StoreBinding<Bool>(get: { get() != nil }, set: { if !$0, get() != nil { set(nil) } })
  }
}

/// What a binding to something that goes away has had last.
@MainActor
private final class LastValue<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}
