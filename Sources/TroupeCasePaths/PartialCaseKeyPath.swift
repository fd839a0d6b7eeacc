/// A key path to a case of an enum, of which the type of the payload isn't known.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

extension PartialKeyPath {
  /// An enum value in the case of this path, or nil when the payload is of another type than the case's.
  public func callAsFunction<Enum>(_ payload: Any) -> Enum? where Root == Case<Enum> {
    switch end(at: Enum.self) {
    case nil: nil
    case .root?: payloadCast(payload, to: Enum.self)
    case .route(let route)?: route.embed(payload, in: Enum.self)
    }
  }

  fileprivate func end<Enum>(at type: Enum.Type) -> PathEnd? where Root == Case<Enum> {
    (Case<Enum>(route: nil)[keyPath: self] as? any AnyCase)?.end
  }
}

/// Whether an enum value is in the case of a path, so that `switch` can match paths.
public func ~= <Root>(path: PartialCaseKeyPath<Root>, root: Root) -> Bool {
  switch path.end(at: Root.self) {
  case nil: false
  case .root?: true
  case .route(let route)?: route.matches(root)
  }
}

private enum PathEnd {
  case root
  case route(any CaseRoute)
}

/// A ``Case`` of any payload.
private protocol AnyCase {
  var end: PathEnd { get }
}

extension Case: AnyCase {
  fileprivate var end: PathEnd { route.map { .route($0) } ?? .root }
}

/// Casts a payload.
///
/// Unlike with `as?`, the nil of one optional isn't the nil of another one.
func payloadCast<Value>(_ payload: Any, to type: Value.Type) -> Value? {
  if Swift.type(of: payload) != type, type is any AnyOptional.Type,
    (payload as? any AnyOptional)?.isNil == true
  {
    return nil
  }
  return payload as? Value
}

private protocol AnyOptional {
  var isNil: Bool { get }
}

extension Optional: AnyOptional {
  fileprivate var isNil: Bool { self == nil }
}
