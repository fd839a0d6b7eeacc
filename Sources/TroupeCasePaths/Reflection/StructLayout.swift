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
  ///   - isWanted: A closure that returns whether the property of that type at an offset is the wanted
  ///     property.
  package static func property(
    of wanted: Any.Type,
    in type: Any.Type,
    where isWanted: (Int) -> Bool
  ) -> Property? {
    let metadata = TypeMetadata.of(type)
    guard let offsets = offsets(metadata) else { return nil }
    var structs: [(type: Any.Type, property: Property)] = []
    for (index, field) in TypeMetadata.fields(TypeMetadata.descriptor(metadata)).enumerated() {
      guard let type = TypeMetadata.type(of: field, in: metadata) else { continue }
      let property = Property(offset: offsets(index), names: [field.name ?? ""])
      if type != wanted {
        structs.append((type, property))
      } else if isWanted(property.offset) {
        return property
      }
    }
    for (type, part) in structs {
      guard let inner = property(of: wanted, in: type, where: { isWanted(part.offset + $0) }) else {
        continue
      }
      return Property(offset: part.offset + inner.offset, names: part.names + inner.names)
    }
    return nil
  }

  /// A stored property of a struct, or of a struct nested in it.
  package struct Property: Equatable {
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
