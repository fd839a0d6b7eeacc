import TroupeDiagnostics

/// The offsets of a struct's stored properties, read from the compiler's metadata.
///
/// The offsets are read from type metadata, as in ``EnumLayout``, because a key path to a protocol
/// requirement, or to a property wrapper's projection, doesn't contain the offset of the stored property.
package enum StructLayout {
  /// Returns a stored property's offset, or nil if the type isn't a struct, if it has no such property, or if
  /// the program was built without reflection metadata.
  package static func offset(ofProperty name: String, in type: Any.Type) -> Int? {
    let metadata = TypeMetadata.of(type)
    guard let offsets = offsets(metadata) else { return nil }
    for (index, field) in TypeMetadata.fields(TypeMetadata.descriptor(metadata)).enumerated()
    where field.name == name {
      return offsets(index)
    }
    return nil
  }

  /// Returns a stored property of a struct, or of a struct nested in it, or nil if no property is found.
  ///
  /// - Parameters:
  ///   - wanted: The property's type.
  ///   - type: The struct's type.
  ///   - isWanted: A closure that returns whether a property of that type is the wanted property.
  package static func property(
    of wanted: Any.Type,
    in type: Any.Type,
    where isWanted: (Property) -> Bool
  ) -> Property? {
    let key = PropertyKey(wanted: ObjectIdentifier(wanted), type: ObjectIdentifier(type))
    let properties =
      known.withLock { $0[key] }
      ?? {
        let found = search(wanted, in: type)
        known.withLock { $0[key] = found }
        return found
      }()
    return properties.first(where: isWanted)
  }

  /// The properties that were looked for. Each store looks for the same properties, and reading a struct's
  /// fields takes longer than creating an operator.
  private static let known = Locked<[PropertyKey: [Property]]>([:])

  private struct PropertyKey: Hashable {
    let wanted: ObjectIdentifier
    let type: ObjectIdentifier
  }

  /// Returns the stored properties of a type in a struct, followed by those in the structs nested in it.
  private static func search(_ wanted: Any.Type, in type: Any.Type) -> [Property] {
    let metadata = TypeMetadata.of(type)
    guard let offsets = offsets(metadata) else { return [] }
    var found: [Property] = []
    var inner: [Property] = []
    for (index, field) in TypeMetadata.fields(TypeMetadata.descriptor(metadata)).enumerated() {
      guard let type = TypeMetadata.type(of: field, in: metadata) else { continue }
      let (offset, name) = (offsets(index), field.name ?? "")
      if type == wanted {
        found.append(Property(offset: offset, names: [name]))
      } else {
        inner += search(wanted, in: type).map {
          Property(offset: offset + $0.offset, names: [name] + $0.names)
        }
      }
    }
    return found + inner
  }

  /// A stored property of a struct, or of a struct nested in it.
  package struct Property: Equatable, Sendable {
    /// The property's offset from the start of the outermost struct.
    package let offset: Int
    /// The names of the properties on the path to this property, from the outside in.
    package let names: [String]
  }

  private static let structKind: UInt = 0x200

  /// Returns a function from a stored property's index to its offset, or nil for a type that isn't a struct.
  private static func offsets(_ metadata: UnsafeRawPointer) -> ((Int) -> Int)? {
    guard metadata.load(as: UInt.self) == structKind else { return nil }
    // After six relative or plain fields of 32 bits, a struct's descriptor contains the number of words
    // between the start of the metadata and the offsets.
    let start = Int(TypeMetadata.descriptor(metadata).load(fromByteOffset: 24, as: UInt32.self))
    guard start > 0 else { return nil }
    return { Int(metadata.load(fromByteOffset: start * TypeMetadata.word + $0 * 4, as: UInt32.self)) }
  }
}
