#if canImport(Runtime) && os(Linux)
  import Runtime
  import Troupe

  /// The place at which a task was created.
  struct TaskOrigin {
    /// The symbol of the runtime function that creates tasks.
    private static let maker = "swift_task_create"

    private let backtrace: Backtrace

    /// Returns the place at which the current code creates a task.
    static func current() -> TaskOrigin? {
      // The place is among the first frames. The limit is low because the unwinder reads the frames of
      // asynchronous functions without checks: a task that a long chain of deinitializers created below such
      // a function made the program crash.
      (try? Backtrace.capture(algorithm: .fast, limit: 32, top: 0)).map(TaskOrigin.init)
    }

    /// The texts that have been looked up, by their frames. A lookup reads the program's debug information,
    /// which takes seconds.
    private static let texts = Locked<[[String]: String?]>([:])

    /// The file and the line at which the task was created, or the function if the line is unknown; nil if
    /// the function is also unknown.
    var text: String? {
      let frames = backtrace.frames.map(\.description)
      if let known = Self.texts.withLock({ $0[frames] }) { return known }
      let text = symbolicatedText
      Self.texts.withLock { $0[frames] = .some(text) }
      return text
    }

    private var symbolicatedText: String? {
      guard let frames = backtrace.symbolicated()?.frames else { return nil }
      let start = frames.firstIndex { $0.symbol?.rawName == Self.maker }.map { $0 + 1 } ?? 0
      for frame in frames[start...] {
        // Code of the standard library that the compiler has inlined into the program has no useful location.
        guard let symbol = frame.symbol, !symbol.name.hasPrefix("Task<"),
          !symbol.name.hasPrefix("static Task<")
        else { continue }
        guard let place = symbol.sourceLocation, place.line > 0, place.path.hasSuffix(".swift") else {
          return symbol.name
        }
        return "\(place.path.split(separator: "/").last ?? ""):\(place.line)"
      }
      return nil
    }
  }
#else
  /// The place at which a task was created, which is always unknown on this platform.
  struct TaskOrigin {
    static func current() -> TaskOrigin? { nil }
    var text: String? { nil }
  }
#endif
