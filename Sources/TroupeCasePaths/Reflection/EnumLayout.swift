/// The compiler's metadata of an enum type, including its cases and the functions that distinguish and access
/// them.
///
/// The layout is read from type metadata and value witnesses instead of a `Mirror`, because an enum may have
/// a custom mirror. The witnesses are called only on values of their own type; see ``TypeMetadata``.
package struct EnumLayout<Root>: Sendable {
  private typealias GetTag = @convention(c) @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  private typealias Project = @convention(c) @Sendable (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  private typealias Inject =
    @convention(c) @Sendable (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

  private let getTag: GetTag
  private let projectPayload: Project
  private let injectTag: Inject

  /// Creates the layout of `Root`; nil if the type isn't an enum.
  package init?() {
    guard PayloadType.isEnum(Root.self) else { return nil }
    // The word before the metadata points to the value witnesses. The witnesses consist of eight functions,
    // size and stride, two numbers of 32 bits, and then, for enums, these three functions.
    let witnesses = Self.metadata.load(fromByteOffset: -Self.word, as: UnsafeRawPointer.self)
    let first = 10 * Self.word + 8
    getTag = witnesses.load(fromByteOffset: first, as: GetTag.self)
    projectPayload = witnesses.load(fromByteOffset: first + Self.word, as: Project.self)
    injectTag = witnesses.load(fromByteOffset: first + 2 * Self.word, as: Inject.self)
  }

  private static var word: Int { TypeMetadata.word }

  private static var metadata: UnsafeRawPointer { TypeMetadata.of(Root.self) }

  // MARK: Values

  /// Returns the tag of a value's case, which is the index of the case in `cases()`.
  package func tag(of root: Root) -> Int {
    withUnsafePointer(to: root) { tag(at: UnsafeRawPointer($0)) }
  }

  /// Returns the tag of the case of the value at an address.
  package func tag(at address: UnsafeRawPointer) -> Int { Int(getTag(address, Self.metadata)) }

  /// Removes the tag from a value's memory. The memory then contains only the payload, or, for an indirect
  /// case, the pointer to its box, and is no longer a `Root`.
  func project(_ memory: UnsafeMutableRawPointer) {
    projectPayload(memory, Self.metadata)
  }

  /// Converts a payload in memory back to a `Root`.
  func inject(_ tag: Int, into memory: UnsafeMutableRawPointer) {
    injectTag(memory, UInt32(tag), Self.metadata)
  }

  /// Returns the value of a case without a payload.
  func payloadlessValue(_ tag: Int) -> Root {
    withUnsafeTemporaryAllocation(of: Root.self, capacity: 1) { buffer in
      let memory = UnsafeMutableRawBufferPointer(buffer)
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      guard let address = memory.baseAddress else { preconditionFailure("Temporary memory has no address.") }
      inject(tag, into: address)
      return address.bindMemory(to: Root.self, capacity: 1).move()
    }
  }

  // MARK: Cases

  /// A case as it was declared.
  package struct DeclaredCase {
    package let name: String
    let hasPayload: Bool
    /// The type of the payload; nil if the case has no payload, or if the type is unknown at run time. For a
    /// single payload with a label, it is the type without the label, which has the same memory layout.
    package let payload: Any.Type?
    package let opening: Opening
  }

  /// Returns the cases in the order of their tags, or an empty array if the program was built without
  /// reflection metadata.
  package func cases() -> [DeclaredCase] {
    TypeMetadata.fields(TypeMetadata.descriptor(Self.metadata)).map { field in
      DeclaredCase(
        name: field.name ?? "",
        hasPayload: field.hasType,
        payload: TypeMetadata.type(of: field, in: Self.metadata).map { PayloadType($0).unlabelled },
        opening: field.flags & 1 != 0 ? .boxed : .inPlace
      )
    }
  }
}
