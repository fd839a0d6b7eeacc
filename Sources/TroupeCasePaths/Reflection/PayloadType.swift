/// A payload's type, with the information from its metadata that is needed to access a payload.
package struct PayloadType {
  private enum Kind {
    case optional
    case tuple
    case function
    case metatype
    case `class`
    case other
  }

  private let type: Any.Type

  package init(_ type: Any.Type) {
    self.type = type
  }

  /// Returns whether a type is an enum.
  static func isEnum(_ type: Any.Type) -> Bool {
    let kind = TypeMetadata.of(type).load(as: UInt.self)
    return kind == 0x201 || kind == 0x202
  }

  /// Returns whether a value of this type has the same memory layout as a value of another type. Tuples may
  /// differ in their labels, and a tuple with one element, such as a single labelled payload, has its
  /// element's layout.
  func hasMemory(of other: Any.Type) -> Bool {
    if type == other { return true }
    let (elements, others) = (self.elements, PayloadType(other).elements)
    if elements.count == 1, others.count == 1, elements[0] == type, others[0] == other { return false }
    return elements.count == others.count
      && zip(elements, others).allSatisfy { PayloadType($0).hasMemory(of: $1) }
  }

  /// The type of the only element of a one-element tuple, and otherwise the type itself.
  var unlabelled: Any.Type {
    let elements = elements
    return elements.count == 1 ? elements[0] : type
  }

  /// Whether generic code and specialized code use the same memory layout for the type's values.
  ///
  /// The layouts differ if functions take and return values in other registers, and if a metatype takes no
  /// memory because it is statically known. A function without parameters and result can be called in both
  /// ways.
  package var passesUnchanged: Bool {
    switch kind {
    case .optional: PayloadType(element(at: 2)).passesUnchanged
    case .tuple: elements.allSatisfy { PayloadType($0).passesUnchanged }
    case .function: isFunctionOfNothing
    case .metatype: PayloadType(element(at: 1)).kind == .class
    case .class, .other: true
    }
  }

  package var isOptional: Bool { kind == .optional }

  /// Whether a value of the type may have any other dynamic type, as for a protocol.
  package var isOpen: Bool {
    switch kind {
    case .optional, .tuple, .function, .metatype, .class: false
    // All types other than structs and enums.
    case .other: ![0x200, 0x201].contains(metadata.load(as: UInt.self))
    }
  }

  /// The types and offsets of a tuple's elements, or the type itself if it isn't a tuple.
  package var parts: [(type: Any.Type, offset: Int)] {
    guard kind == .tuple else { return [(type, 0)] }
    // Some platforms don't use the whole word of an offset.
    return (0..<metadata.load(fromByteOffset: Self.word, as: Int.self)).map {
      let offset = metadata.load(fromByteOffset: (4 + 2 * $0) * Self.word, as: UInt32.self)
      return (element(at: 3 + 2 * $0), Int(offset))
    }
  }

  // MARK: Metadata

  private static var word: Int { TypeMetadata.word }

  private var metadata: UnsafeRawPointer { TypeMetadata.of(type) }

  private var kind: Kind {
    switch metadata.load(as: UInt.self) {
    case 0x202: .optional
    case 0x301: .tuple
    case 0x302: .function
    case 0x304: .metatype
    // The first word of a class's metadata is 0, or, on Apple platforms, a pointer.
    case 0, 0x800...: .class
    default: .other
    }
  }

  /// Returns the type to whose metadata a word of this type's metadata points.
  private func element(at word: Int) -> Any.Type {
    metadata.load(fromByteOffset: word * Self.word, as: Any.Type.self)
  }

  /// The types of a tuple's elements, with one-element tuples replaced by their elements, or the type itself
  /// if it isn't a tuple.
  private var elements: [Any.Type] {
    guard kind == .tuple else { return [type] }
    // The kind, the count and the labels come first, followed by a type and an offset for each element.
    let elements = (0..<metadata.load(fromByteOffset: Self.word, as: Int.self)).map {
      element(at: 3 + 2 * $0)
    }
    return elements.count == 1 ? PayloadType(elements[0]).elements : elements
  }

  private var isFunctionOfNothing: Bool {
    // The lower 16 bits are the number of parameters, and the next 8 bits are the calling convention (0 is
    // Swift's own). The highest bit indicates that there are more flags, for isolation or a typed error.
    let flags = metadata.load(fromByteOffset: Self.word, as: UInt32.self)
    return flags & 0x80FF_FFFF == 0 && element(at: 2) == Void.self
  }
}
