/// The offsets of a struct's stored properties, from the compiler's metadata.
///
/// It reads type metadata, as ``EnumLayout`` does: a key path to a requirement of a protocol, or to the
/// projection of a property wrapper, doesn't know the property's storage.
package enum StructLayout {
  /// Returns the offset of a stored property, or nil if the type isn't a struct, has no such property, or the
  /// program was built without reflection metadata.
  package static func offset(ofProperty name: String, in type: Any.Type) -> Int? {
    let metadata = TypeMetadata.of(type)
    guard let offsets = offsets(metadata) else { return nil }
    for (index, field) in TypeMetadata.fields(TypeMetadata.descriptor(metadata)).enumerated()
    where field.name == name {
      return offsets(index)
    }
    return nil
  }

  /// Returns a stored property of a type, in the struct itself or in a struct inside it, or nil if it isn't
  /// found.
  ///
  /// - Parameters:
  ///   - wanted: The type of the property.
  ///   - type: The type of the struct.
  ///   - isWanted: Returns, from its offset, whether a property of that type is the wanted one.
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

  /// A stored property of a struct, or of a struct inside it.
  package struct Property: Equatable {
    /// The offset from the beginning of the outermost struct.
    package let offset: Int
    /// The names of the properties on the way to it, from the outside in.
    package let names: [String]
  }

  private static let structKind: UInt = 0x200

  /// Returns the offsets of the stored properties by their numbers, or nil for a type that isn't a struct.
  private static func offsets(_ metadata: UnsafeRawPointer) -> ((Int) -> Int)? {
    guard metadata.load(as: UInt.self) == structKind else { return nil }
    // After six relative or plain fields of 32 bits, the descriptor of a struct contains the number of words
    // between the beginning of the metadata and the offsets.
    let start = Int(TypeMetadata.descriptor(metadata).load(fromByteOffset: 24, as: UInt32.self))
    guard start > 0 else { return nil }
    return { Int(metadata.load(fromByteOffset: start * TypeMetadata.word + $0 * 4, as: UInt32.self)) }
  }
}
