/// Where the stored properties of a struct lie, as the compiler wrote it down.
///
/// It reads type metadata, as ``EnumLayout`` does: a key path to a requirement of a protocol, or to what a
/// property wrapper projects, doesn't know where the property is stored.
package enum StructLayout {
  /// The distance of a stored property from the beginning of a value; nil where the type is no struct, has no
  /// such property, or the program was built without reflection metadata.
  package static func offset(ofProperty name: String, in type: Any.Type) -> Int? {
    let metadata = TypeMetadata.of(type)
    guard let offsets = offsets(metadata) else { return nil }
    for (index, field) in TypeMetadata.fields(TypeMetadata.descriptor(metadata)).enumerated()
    where field.name == name {
      return offsets(index)
    }
    return nil
  }

  /// A stored property of a type, of the struct itself or of a struct in it; nil where there is none, as it
  /// is of a property with a name.
  ///
  /// - Parameters:
  ///   - wanted: The type of the property.
  ///   - type: The type of the struct.
  ///   - isWanted: Tells by its distance whether a property of that type is the one.
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

  /// A stored property of a struct, or of a struct in it.
  package struct Property: Equatable {
    /// The distance from the beginning of the outermost struct.
    package let offset: Int
    /// The names of the properties that lead to it, from the outside in.
    package let names: [String]
  }

  private static let structKind: UInt = 0x200

  /// The offsets of the stored properties by their numbers; nil for a type that is no struct.
  private static func offsets(_ metadata: UnsafeRawPointer) -> ((Int) -> Int)? {
    guard metadata.load(as: UInt.self) == structKind else { return nil }
    // The descriptor of a struct has, after six relative or plain fields of 32 bits, how many words after the
    // beginning of the metadata the offsets are.
    let start = Int(TypeMetadata.descriptor(metadata).load(fromByteOffset: 24, as: UInt32.self))
    guard start > 0 else { return nil }
    return { Int(metadata.load(fromByteOffset: start * TypeMetadata.word + $0 * 4, as: UInt32.self)) }
  }
}
