import Troupe
import TroupeDiagnostics

/// A version of a shared value.
final class Version<Value: Sendable>: SharedVersion {
  let number: UInt64
  let value: Value

  init(_ number: UInt64, _ value: Value) {
    self.number = number
    self.value = value
  }

  /// Casts a version of a value, which has no versions of another type.
  @inline(__always)
  static func cast(_ version: any SharedVersion) -> Version { unsafeDowncast(version, to: Version.self) }

  /// Copies the value of a version that the caller keeps alive.
  @inline(__always)
  static func value(of version: Unmanaged<AnyObject>) -> Value {
    version._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Version.self).value }
  }

  func difference(from other: any SharedVersion) -> String? {
    valueDifference(from: Version.cast(other).value, to: value)
  }
}
