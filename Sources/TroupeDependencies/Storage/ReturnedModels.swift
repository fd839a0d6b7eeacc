/// The objects that an operation returns.
enum ReturnedModels {
  /// The numbers with which the runtime distinguishes kinds of types.
  private enum Kind {
    static let optional = 0x202
    static let tuple = 0x301
    static let existential = 0x303
  }

  /// Returns the object that an operation returned, even inside an optional or an existential, or the objects
  /// in a tuple.
  static func of<Result>(_ result: Result) -> [AnyObject] {
    if Result.self == Void.self { return [] }
    if Result.self is AnyClass { return [result as AnyObject] }
    // Reflecting on a value takes longer than the call that returns it. Most results are structs.
    switch kind(of: Result.self) {
    case Kind.optional, Kind.tuple, Kind.existential: return objects(in: result)
    default: return []
    }
  }

  private static func objects(in value: Any) -> [AnyObject] {
    let type = Swift.type(of: value)
    if type is AnyClass { return [value as AnyObject] }
    switch kind(of: type) {
    case Kind.optional, Kind.tuple:
      return Mirror(reflecting: value).children.flatMap { objects(in: $0.value) }
    default: return []
    }
  }

  /// Returns the first word of a type's metadata, which identifies the kind of type. For types other than
  /// classes, it is the same on all platforms.
  private static func kind(of type: Any.Type) -> Int {
    unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee
  }

  /// Returns whether the objects of a class have a property wrapper, or another property, that keeps the
  /// values.
  ///
  /// The method only reads the types of the properties, because another thread may be changing their values.
  static func keepTheirValues(_ type: AnyClass) -> Bool {
    if type is any DependencyKeeper.Type { return true }
    // The wrapper may be hidden by a custom mirror.
    if type is any CustomReflectable.Type { return false }
    return (0..<numberOfProperties(type)).contains { index in
      var property = PropertyMetadata()
      let propertyType = typeOfProperty(type, index, &property)
      property.free?(property.name)
      return propertyType is any CapturedDependencies.Type
    }
  }
}

// The function that `Mirror` calls for a type's properties. The standard library has no public way to find
// their types without reading their values.

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func numberOfProperties(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func typeOfProperty(
  _ type: Any.Type,
  _ index: Int,
  _ metadata: UnsafeMutablePointer<PropertyMetadata>
) -> Any.Type

private struct PropertyMetadata {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}
