extension EnumLayout {
  /// How the payload of a case is got at.
  package enum Opening: Sendable {
    case inPlace
    case boxed
  }

  /// A copy of the payload of a value.
  ///
  /// - Parameters:
  ///   - root: A value in a case whose payload is in memory what a `Value` is.
  ///   - opening: How the payload of that case is got at.
  ///   - type: What the payload is. It isn't left to the caller's context: where an optional is wanted, that
  ///     would be taken.
  package func payload<Value>(of root: Root, _ opening: Opening, as type: Value.Type) -> Value {
    withUnsafeTemporaryAllocation(of: Root.self, capacity: 1) { buffer in
      guard let copy = buffer.baseAddress else { preconditionFailure("Temporary memory has an address.") }
      let memory = UnsafeMutableRawPointer(copy)
      switch opening {
      case .inPlace:
        // The payload is moved out of a copy of the value, whose only part it is.
        copy.initialize(to: root)
        project(memory)
        return memory.bindMemory(to: Value.self, capacity: 1).move()
      case .boxed:
        // The bits of the value are copied without its ownership: they are a pointer to the box, which `root`
        // holds while the payload is copied out of it. The payload follows the two words of the box's header.
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
