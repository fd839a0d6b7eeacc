import Troupe
import TroupeDependencies

/// Reads that a recording contains.
extension Cell {
  /// Passes a version to the reader of a recorded or replayed reduction, and returns the version that the
  /// reader answers with.
  func recorded(
    _ version: Version<Value>,
    _ name: String,
    by reader: any DependencyReader
  ) -> Version<Value> {
    guard let type = Value.self as? any Codable.Type else {
      reader.lookedUp(name)
      return version
    }
    return recorded(version, name, by: reader, as: type)
  }

  private func recorded<Coded: Codable>(
    _ version: Version<Value>,
    _ name: String,
    by reader: any DependencyReader,
    as type: Coded.Type
  ) -> Version<Value> {
    guard let value = version.value as? Coded else { return version }
    let answer = reader.value(name) { RecordedShared(value: value) }.value
    return Version(version.number, answer as? Value ?? version.value)
  }
}

/// A value in a recording.
///
/// - Note: `@unchecked Sendable`: the value of a cell is `Sendable`, which a dynamic cast to `Codable` can't
///   express. `SharingStressTests` records such values under the thread sanitizer.
private struct RecordedShared<Value: Codable>: Codable, @unchecked Sendable {
  let value: Value

  init(value: Value) { self.value = value }

  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
