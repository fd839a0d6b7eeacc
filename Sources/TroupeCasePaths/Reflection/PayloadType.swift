/// A type as its metadata describes it: what has to be known to open a payload of that type.
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

  /// Whether a type is an enum.
  static func isEnum(_ type: Any.Type) -> Bool {
    let kind = TypeMetadata.of(type).load(as: UInt.self)
    return kind == 0x201 || kind == 0x202
  }

  /// Whether a value of this type is in memory what a value of another type is: tuples may differ in their
  /// labels, and a tuple of one element, which a single payload with a label is, is its element.
  func hasMemory(of other: Any.Type) -> Bool {
    if type == other { return true }
    let (elements, others) = (self.elements, PayloadType(other).elements)
    if elements.count == 1, others.count == 1, elements[0] == type, others[0] == other { return false }
    return elements.count == others.count
      && zip(elements, others).allSatisfy { PayloadType($0).hasMemory(of: $1) }
  }

  /// The element of a tuple of one, else the type itself.
  var unlabelled: Any.Type {
    let elements = elements
    return elements.count == 1 ? elements[0] : type
  }

  /// Whether code that is generic over the type and code that isn't agree on what a value of it is in memory.
  ///
  /// They don't where functions take and return values in other registers, and where a metatype takes no
  /// memory because it is known which one it is. A function without parameters and result can be called both
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

  /// Whether its values may be of any other type, too, as those of a protocol are.
  package var isOpen: Bool {
    switch kind {
    case .optional, .tuple, .function, .metatype, .class: false
    // What isn't a struct or an enum.
    case .other: ![0x200, 0x201].contains(metadata.load(as: UInt.self))
    }
  }

  /// The elements of a tuple with their distances from its beginning; the type itself where it is no tuple.
  package var parts: [(type: Any.Type, offset: Int)] {
    guard kind == .tuple else { return [(type, 0)] }
    // Not all platforms use the whole word of an offset.
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
    // A class has 0 or, on Apple platforms, a pointer.
    case 0, 0x800...: .class
    default: .other
    }
  }

  /// The type whose metadata is pointed at by a word of this one's.
  private func element(at word: Int) -> Any.Type {
    metadata.load(fromByteOffset: word * Self.word, as: Any.Type.self)
  }

  /// The types of a tuple's elements, through tuples of one; the type itself where it is no tuple.
  private var elements: [Any.Type] {
    guard kind == .tuple else { return [type] }
    // The kind, the count and the labels come first, then a type and an offset for each element.
    let elements = (0..<metadata.load(fromByteOffset: Self.word, as: Int.self)).map {
      element(at: 3 + 2 * $0)
    }
    return elements.count == 1 ? PayloadType(elements[0]).elements : elements
  }

  private var isFunctionOfNothing: Bool {
    // The lower 16 bits count the parameters, the next 8 are the convention (0 is Swift's own); the highest
    // says that there are more flags, of isolation or of a typed error.
    let flags = metadata.load(fromByteOffset: Self.word, as: UInt32.self)
    return flags & 0x80FF_FFFF == 0 && element(at: 2) == Void.self
  }
}
