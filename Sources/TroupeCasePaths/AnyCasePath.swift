// Frozen and inlinable, so that a specialized caller accesses the stored functions directly: extracting takes
// 2.0 ns instead of 3.5 ns.
/// A path to a case of an enum: it embeds a payload in the case, and extracts the payload from a value.
///
/// An enum's ``CasePathable`` conformance has a path for each case. Code that takes a ``CaseKeyPath`` and
/// uses it often converts it to an `AnyCasePath` once.
@frozen
public struct AnyCasePath<Root, Value>: Sendable {
  @usableFromInline let functions: CaseFunctions<Root, Value>

  init(functions: CaseFunctions<Root, Value>) {
    self.functions = functions
  }

  // Inlinable, so that the functions are compiled where the types are known: see `CaseFunctions`.
  /// Creates a path from two functions that are inverses of each other.
  ///
  /// - Parameters:
  ///   - embed: Creates a value of the case from a payload: `Screen.detail`.
  ///   - extract: Returns the payload of a value, or nil if the value is in another case.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    functions = CaseFunctions(embed: embed, extract: extract)
  }

  /// Returns the same path with its label in a key path: `[id: 3]`.
  package func labelled(_ label: @escaping @Sendable () -> String) -> AnyCasePath {
    AnyCasePath(
      functions: CaseFunctions(
        embed: functions.embed,
        extract: functions.extract,
        extractIfPresent: functions.extractIfPresent,
        visit: functions.visit,
        modify: functions.modify,
        label: label,
        name: functions.name
      )
    )
  }

  /// Returns a value of this case with a payload.
  @inlinable
  public func embed(_ value: Value) -> Root {
    functions.embed(value)
  }

  /// Returns the payload of a value, or nil if the value is in another case.
  @inlinable
  public func extract(from root: Root) -> Value? {
    functions.extract(root)
  }

  /// Passes the payload of an enum value to a closure, and returns whether the value is in this case.
  ///
  /// It does the same as ``extract(from:)`` without an optional, whose metadata code that is generic over the
  /// types has to look up; only a path of `/` still does so.
  package func visit(_ root: Root, _ body: (Value) -> Void) -> Bool {
    functions.visit(root, body)
  }

  // Inlinable: 36 ns; in code that is generic over the types, which has to look up the metadata of `Result`
  // and `Optional`, 163 ns.
  /// Changes the payload of a value in place, and returns the result of a closure.
  ///
  /// The closure has exclusive access to the payload: changing a collection in it doesn't copy the
  /// collection.
  ///
  /// - Parameters:
  ///   - root: The value.
  ///   - body: Changes the payload. It isn't called if the value is in another case. Changes that it makes
  ///     before it throws an error are kept.
  /// - Returns: The result of `body`, or nil if the value is in another case.
  /// - Throws: The error that `body` throws.
  @inlinable
  @discardableResult
  public func modify<Result, Failure: Error>(
    _ root: inout Root,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    var outcome: Swift.Result<Result, Failure>?
    _ = functions.modify(&root) { value in
      do throws(Failure) {
        outcome = .success(try body(&value))
      } catch {
        outcome = .failure(error)
      }
    }
    return try outcome?.get()
  }

  /// Changes the payload of an enum value in place, and returns whether the value is in this case.
  ///
  /// It does the same as `modify(_:_:)` without an optional result: in code that is generic over the types,
  /// that saves over 100 ns.
  package func change(_ root: inout Root, _ body: (inout Value) -> Void) -> Bool {
    functions.modify(&root, body)
  }
}

extension AnyCasePath where Value == Void {
  /// Creates a path to a case without a payload.
  ///
  /// - Parameters:
  ///   - root: The case.
  ///   - extract: Returns `()` if a value is in the case, or nil otherwise.
  @inlinable
  public init(
    embed root: @autoclosure @escaping @Sendable () -> Root,
    extract: @escaping @Sendable (Root) -> Void?
  ) {
    self.init(embed: { _ in root() }, extract: extract)
  }
}
