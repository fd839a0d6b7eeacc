#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The remaining room on a thread's stack.
///
/// A stack overflow ends the process without a message. Code whose recursion depth depends on its input
/// checks the remaining room first, unless the check would be too slow.
package enum StackRoom {
  /// Whether the stack has only enough room left to write a message.
  package static var isNearlyFull: Bool {
    guard let stack = Stack.current else { return false }
    var here: UInt8 = 0
    let place = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    // Under the address sanitizer, variables are stored elsewhere, so their addresses are unrelated to the
    // stack.
    guard place >= stack.end, place - stack.end < stack.size else { return false }
    // A thread has 512 KB of stack on Apple's platforms, and 128 KB with musl. Formatting a message takes
    // about 20 KB.
    return place - stack.end < min(stack.size / 4, 128 * 1024)
  }

  fileprivate struct Stack {
    let end: UInt
    let size: UInt
  }
}

#if canImport(Darwin)
  extension StackRoom.Stack {
    fileprivate static var current: Self? {
      let size = UInt(pthread_get_stacksize_np(pthread_self()))
      return Self(end: UInt(bitPattern: pthread_get_stackaddr_np(pthread_self())) - size, size: size)
    }
  }
#elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
  // The headers only declare this function for programs that enable GNU extensions.
  @_silgen_name("pthread_getattr_np")
  private func attributesOfThread(
    _ thread: pthread_t,
    _ attributes: UnsafeMutablePointer<pthread_attr_t>
  ) -> Int32

  extension StackRoom.Stack {
    // The stack's bounds are stored per thread, because for the process's first thread, the C library reads a
    // system file to determine them.
    private static let key: pthread_key_t? = {
      var key = pthread_key_t()
      return pthread_key_create(&key) { free($0) } == 0 ? key : nil
    }()

    fileprivate static var current: Self? {
      guard let key else { return nil }
      if let known = pthread_getspecific(key) { return known.load(as: Self.self) }
      var attributes = pthread_attr_t()
      guard attributesOfThread(pthread_self(), &attributes) == 0 else { return nil }
      defer { pthread_attr_destroy(&attributes) }
      var (end, size): (UnsafeMutableRawPointer?, Int) = (nil, 0)
      guard pthread_attr_getstack(&attributes, &end, &size) == 0, let end else { return nil }
      let stack = Self(end: UInt(bitPattern: end), size: UInt(size))
      guard let memory = malloc(MemoryLayout<Self>.size) else { return stack }
      memory.storeBytes(of: stack, as: Self.self)
      pthread_setspecific(key, memory)
      return stack
    }
  }
#else
  extension StackRoom.Stack {
    fileprivate static var current: Self? { nil }
  }
#endif
