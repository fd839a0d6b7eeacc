#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The debugger that is attached to the program.
enum Debugger {
  /// Stops the program if a debugger is attached. Without a debugger, the signal would end the program.
  static func stop() {
    #if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
      if isAttached { _ = raise(SIGTRAP) }
    #endif
  }

  #if canImport(Darwin)
    private static var isAttached: Bool {
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.size
      guard sysctl(&name, u_int(name.count), &info, &size, nil, 0) == 0 else { return false }
      return info.kp_proc.p_flag & P_TRACED != 0
    }
  #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
    private static var isAttached: Bool {
      let file = open("/proc/self/status", O_RDONLY)
      guard file >= 0 else { return false }
      defer { close(file) }
      // The line that names the tracer is near the start of the file, which has about 1500 bytes.
      let status = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        count = max(0, read(file, buffer.baseAddress, buffer.count))
      }
      return tracer(in: String(decoding: status, as: UTF8.self)) != 0
    }
  #endif

  /// Returns the id of the process that traces a process, or 0 if no process traces it.
  ///
  /// - Parameter status: The contents of the traced process's `status` file in `/proc`.
  static func tracer(in status: String) -> Int {
    let field = "TracerPid:"
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(field) }) else { return 0 }
    return Int(line.dropFirst(field.count).drop { $0 == " " || $0 == "\t" }) ?? 0
  }
}
