/// A key path to a case of an enum whose payload type isn't known.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

extension PartialKeyPath {
  /// Returns a value of this case with a payload, or nil if the payload's type isn't the type of the case's
  /// payload.
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

extension PartialKeyPath: _CasePattern where Root: _CasePlace {
  /// Returns whether a value is in this path's case. The method is public because a public protocol requires
  /// it.
  public func _matches(_ root: Root.Value) -> Bool {
    (Case<Root.Value>(route: nil) as? Root).map { matches(root, $0[keyPath: self]) } ?? false
  }
}

private func matches<Root>(_ root: Root, _ place: Any) -> Bool {
  switch (place as? any AnyCase)?.end {
  case nil: false
  case .root?: true
  case .route(let route)?: route.matches(root)
  }
}

// The operator accepts a literal as a function, and a stored path through a protocol. If an operator took a
// key path, the compiler would search it for a case whose name is mistyped, and report "type
// 'PartialKeyPath<Case<Action>>' has no member".
/// Returns whether a value is in a path's case, so that a `switch` can match paths, as in `case
/// \.detail.edit:`.
public func ~= <Root>(path: (Case<Root>) -> Any, root: Root) -> Bool {
  matches(root, path(Case<Root>(route: nil)))
}

/// Returns whether a value is in a stored path's case, so that a `switch` can match the path.
public func ~= <Pattern: _CasePattern>(path: Pattern, root: Pattern.Enum) -> Bool {
  path._matches(root)
}

/// A pattern that matches values of an enum, which is a ``PartialCaseKeyPath``.
///
/// The protocol is public because it constrains the public operator `~=`.
public protocol _CasePattern<Enum> {
  /// The enum whose values the pattern matches.
  associatedtype Enum

  /// Returns whether a value is in the pattern's case.
  func _matches(_ root: Enum) -> Bool
}

/// The root of a case key path, which is a ``Case``.
///
/// The protocol is public because it constrains a public conformance of `PartialKeyPath`.
public protocol _CasePlace {
  /// The enum to which the case belongs.
  associatedtype Value
}

extension Case: _CasePlace {}

private enum PathEnd {
  case root
  case route(any CaseRoute)
}

/// A ``Case`` with a payload of any type.
private protocol AnyCase {
  var end: PathEnd { get }
}

extension Case: AnyCase {
  fileprivate var end: PathEnd { route.map { .route($0) } ?? .root }
}

/// Casts a payload to a type, or returns nil if the payload has another type.
///
/// Unlike `as?`, this method distinguishes nil values of different optional types.
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
