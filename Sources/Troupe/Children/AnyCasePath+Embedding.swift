// Generic code that creates a `PresentationAction<Action>` looks up the metadata of this type each time.
// These functions get the payload as a type parameter, so their closures contain its metadata.
extension AnyCasePath {
  /// Returns a function that embeds the result of a conversion in the case.
  func embedding<Part>(_ convert: @escaping @Sendable (Part) -> Value) -> @Sendable (Part) -> Root {
    { embed(convert($0)) }
  }

  /// Returns a function that embeds the result of a conversion in the case. The conversion also gets a key.
  func embedding<Key, Part>(
    _ convert: @escaping @Sendable (Key, Part) -> Value
  ) -> @Sendable (Key, Part) -> Root {
    { embed(convert($0, $1)) }
  }
}
