/// The compiler's metadata of types, which ``EnumLayout`` and ``StructLayout`` read.
///
/// Swift's `docs/ABI/TypeMetadata.rst` describes the layout, which has been the same on all platforms since
/// Swift 5. The metadata is constant and is never freed.
enum TypeMetadata {
  static var word: Int { MemoryLayout<UnsafeRawPointer>.size }

  /// Returns the metadata of a type.
  static func of(_ type: Any.Type) -> UnsafeRawPointer {
    // An `Any.Type` is a single pointer to the metadata.
    unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// Returns the descriptor of a struct or an enum.
  static func descriptor(_ metadata: UnsafeRawPointer) -> UnsafeRawPointer {
    metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
  }

  /// A struct's stored property or an enum's case.
  struct Field {
    fileprivate let record: UnsafeRawPointer

    var flags: UInt32 { record.load(as: UInt32.self) }
    /// The mangled name of the field's type; nil if the field has no type.
    fileprivate var typeName: UnsafeRawPointer? { TypeMetadata.target(of: record + 4) }

    var name: String? {
      TypeMetadata.target(of: record + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    }

    var hasType: Bool { typeName != nil }
  }

  /// Returns a struct's properties or an enum's cases, or an empty array if the program was built without
  /// reflection metadata.
  static func fields(_ descriptor: UnsafeRawPointer) -> [Field] {
    // The fifth field of the descriptor refers to the description of the fields. After its header of 16
    // bytes, each field has a record with flags, type and name.
    guard let fields = target(of: descriptor + 16) else { return [] }
    let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    return (0..<count).map { Field(record: fields + 16 + $0 * size) }
  }

  /// Returns the type of a field, or nil if the field has no type or its type is unknown at run time.
  static func type(of field: Field, in metadata: UnsafeRawPointer) -> Any.Type? {
    guard let name = field.typeName else { return nil }
    // The name ends with a zero byte. Inside the name, a byte up to 0x17 is followed by a reference of 4
    // bytes, and a byte up to 0x1F by a pointer.
    var length = 0
    while case let byte = name.load(fromByteOffset: length, as: UInt8.self), byte != 0 {
      length += byte <= 0x17 ? 5 : byte <= 0x1F ? 1 + word : 1
    }
    // The arguments of a generic type follow the pointer to its descriptor.
    return _getTypeByMangledNameInContext(
      name.assumingMemoryBound(to: UInt8.self),
      UInt(length),
      genericContext: descriptor(metadata),
      genericArguments: metadata + 2 * word
    )
  }

  /// Returns the target of a 32-bit relative offset in memory.
  private static func target(of memory: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = memory.load(as: Int32.self)
    return offset == 0 ? nil : memory + Int(offset)
  }
}
