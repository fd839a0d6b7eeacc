/// Where the stored properties of a struct lie, as the compiler wrote it down.
///
/// It reads type metadata, as ``EnumLayout`` does: a key path to a requirement of a protocol doesn't know where the property
/// that meets it is stored.
package enum StructLayout {
  /// The distance of a stored property from the beginning of a value; nil where the type is no struct, has no such property,
  /// or the program was built without reflection metadata.
  package static func offset(ofProperty name: String, in type: Any.Type) -> Int? {
    let metadata = PayloadType.metadata(of: type)
    guard metadata.load(as: UInt.self) == structKind else { return nil }
    // The descriptor of a struct has, after five relative or plain fields of 32 bits, the number of its stored properties, and
    // how many words after the beginning of the metadata their offsets are.
    let descriptor = metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
    let count = Int(descriptor.load(fromByteOffset: 20, as: UInt32.self))
    let start = Int(descriptor.load(fromByteOffset: 24, as: UInt32.self)) * MemoryLayout<UInt>.size
    guard let fields = target(of: descriptor + 16), start > 0 else { return nil }
    // After a header of 16 bytes there is a record for each: flags, type and name.
    let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    for index in 0..<count {
      guard let found = target(of: fields + 16 + index * size + 8) else { continue }
      if String(cString: found.assumingMemoryBound(to: CChar.self)) == name {
        return Int(metadata.load(fromByteOffset: start + index * 4, as: UInt32.self))
      }
    }
    return nil
  }

  private static let structKind: UInt = 0x200

  /// What a 32-bit offset in memory, relative to itself, points at.
  private static func target(of memory: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = memory.load(as: Int32.self)
    return offset == 0 ? nil : memory + Int(offset)
  }
}
