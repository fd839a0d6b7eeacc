/// What the compiler wrote down about an enum type: its cases, and the functions that tell them apart and open them.
///
/// It reads type metadata and value witnesses, not a `Mirror`: an enum may give itself another mirror. Their layout is
/// described in Swift's `docs/ABI/TypeMetadata.rst`; it has been the same on all platforms since Swift 5. What is
/// loaded here is constant and is never freed, and the witnesses are called on values of the type they belong to.
package struct EnumLayout<Root>: Sendable {
  private typealias GetTag = @convention(c) @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  private typealias Project = @convention(c) @Sendable (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  private typealias Inject =
    @convention(c) @Sendable (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

  private let getTag: GetTag
  private let projectPayload: Project
  private let injectTag: Inject

  /// Nil when the type is no enum.
  package init?() {
    guard PayloadType.isEnum(Root.self) else { return nil }
    // The word before the metadata points at the value witnesses: eight functions, size and stride, two numbers of 32
    // bits, and then, for enums, these three functions.
    let witnesses = Self.metadata.load(fromByteOffset: -Self.word, as: UnsafeRawPointer.self)
    let first = 10 * Self.word + 8
    getTag = witnesses.load(fromByteOffset: first, as: GetTag.self)
    projectPayload = witnesses.load(fromByteOffset: first + Self.word, as: Project.self)
    injectTag = witnesses.load(fromByteOffset: first + 2 * Self.word, as: Inject.self)
  }

  private static var word: Int { MemoryLayout<UnsafeRawPointer>.size }

  private static var metadata: UnsafeRawPointer { PayloadType.metadata(of: Root.self) }

  // MARK: Values

  /// The number of the case that a value is in. It is the index of the case in `cases()`.
  package func tag(of root: Root) -> Int {
    withUnsafePointer(to: root) { Int(getTag($0, Self.metadata)) }
  }

  /// Leaves the bare payload in a value's memory: the payload, or for an indirect case the pointer to its box. The
  /// memory is no `Root` any more.
  func project(_ memory: UnsafeMutableRawPointer) {
    projectPayload(memory, Self.metadata)
  }

  /// Makes a bare payload a `Root` again.
  func inject(_ tag: Int, into memory: UnsafeMutableRawPointer) {
    injectTag(memory, UInt32(tag), Self.metadata)
  }

  /// The value of a case without a payload.
  func payloadlessValue(_ tag: Int) -> Root {
    withUnsafeTemporaryAllocation(of: Root.self, capacity: 1) { buffer in
      let memory = UnsafeMutableRawBufferPointer(buffer)
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      guard let address = memory.baseAddress else { preconditionFailure("Temporary memory has an address.") }
      inject(tag, into: address)
      return address.bindMemory(to: Root.self, capacity: 1).move()
    }
  }

  // MARK: Cases

  /// A case as it was declared.
  package struct DeclaredCase {
    package let name: String
    let hasPayload: Bool
    /// Nil when the case has no payload, or one whose type isn't known at run time. For a single payload with a label,
    /// it is the type without the label, which is the same in memory.
    package let payload: Any.Type?
    package let opening: Opening
  }

  /// The cases in the order of their tags; none when the program was built without reflection metadata.
  package func cases() -> [DeclaredCase] {
    let descriptor = Self.metadata.load(fromByteOffset: Self.word, as: UnsafeRawPointer.self)
    // The fifth field of the descriptor refers to the description of the cases; after its header of 16 bytes there is
    // a record for each: flags, type and name.
    guard let fields = relativeTarget(of: descriptor + 16) else { return [] }
    let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    return (0..<count).map { index in
      let record = fields + 16 + index * size
      let payloadName = relativeTarget(of: record + 4)
      let name = relativeTarget(of: record + 8)
      return DeclaredCase(
        name: name.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? "",
        hasPayload: payloadName != nil,
        payload: payloadName.flatMap { type(named: $0, in: descriptor) }.map { PayloadType($0).unlabelled },
        opening: record.load(as: UInt32.self) & 1 != 0 ? .boxed : .inPlace
      )
    }
  }

  /// What a 32-bit offset in memory, relative to itself, points at.
  private func relativeTarget(of memory: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = memory.load(as: Int32.self)
    return offset == 0 ? nil : memory + Int(offset)
  }

  private func type(named name: UnsafeRawPointer, in descriptor: UnsafeRawPointer) -> Any.Type? {
    // The name ends with a zero. In it, a byte up to 0x17 is followed by a reference of 4 bytes, one up to 0x1F by a
    // pointer.
    var length = 0
    while case let byte = name.load(fromByteOffset: length, as: UInt8.self), byte != 0 {
      length += byte <= 0x17 ? 5 : byte <= 0x1F ? 1 + Self.word : 1
    }
    // The arguments of a generic type follow the pointer to its descriptor.
    return _getTypeByMangledNameInContext(
      name.assumingMemoryBound(to: UInt8.self),
      UInt(length),
      genericContext: descriptor,
      genericArguments: Self.metadata + 2 * Self.word
    )
  }
}
