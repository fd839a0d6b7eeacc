extension EnumLayout {
  /// The way in which the payload of a case is accessed.
  package enum Opening: Sendable {
    case inPlace
    case boxed
  }

  /// Returns a copy of a value's payload.
  ///
  /// - Parameters:
  ///   - root: A value in a case whose payload has the same memory layout as a `Value`.
  ///   - opening: The way in which the payload of that case is accessed.
  ///   - type: The payload's type. The type is passed explicitly, because otherwise an expected optional
  ///     would be inferred from the caller's context.
  package func payload<Value>(of root: Root, _ opening: Opening, as type: Value.Type) -> Value {
    withUnsafeTemporaryAllocation(of: Root.self, capacity: 1) { buffer in
      guard let copy = buffer.baseAddress else { preconditionFailure("Temporary memory has no address.") }
      let memory = UnsafeMutableRawPointer(copy)
      switch opening {
      case .inPlace:
        // The payload is the copy's only content and is moved out of it.
        copy.initialize(to: root)
        project(memory)
        return memory.bindMemory(to: Value.self, capacity: 1).move()
      case .boxed:
        // The value's bits are copied without ownership. These bits are a pointer to the box, which `root`
        // keeps alive while the payload is copied from it. The payload follows the two words of the box's
        // header.
        withUnsafePointer(to: root) { memory.copyMemory(from: $0, byteCount: MemoryLayout<Root>.size) }
        project(memory)
        let box = memory.load(as: UnsafeRawPointer.self)
        let header = 2 * MemoryLayout<UnsafeRawPointer>.size
        let alignment = MemoryLayout<Value>.alignment
        let offset = (header + alignment - 1) / alignment * alignment
        return (box + offset).assumingMemoryBound(to: Value.self).pointee
      }
    }
  }
}
