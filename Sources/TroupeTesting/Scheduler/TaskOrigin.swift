#if canImport(Runtime) && os(Linux)
  import Runtime
  import Troupe

  /// Where a task was made.
  struct TaskOrigin {
    /// The function in which tasks are made, as the program calls it.
    private static let maker = "swift_task_create"

    private let backtrace: Backtrace

    /// The place where the current code makes a task.
    static func current() -> TaskOrigin? {
      // Frames in the middle are left out beyond the limit.
      (try? Backtrace.capture(algorithm: .fast, limit: 128, top: 0)).map(TaskOrigin.init)
    }

    /// The texts that have been looked up, by the frames. A lookup reads the debug information of the
    /// program, which takes seconds.
    private static let texts = Locked<[[String]: String?]>([:])

    /// The file and the line, or else the function; nil if they can't be found out.
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
        // What the standard library has the compiler put into the program has no place.
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
  /// Where a task was made, which this platform doesn't tell.
  struct TaskOrigin {
    static func current() -> TaskOrigin? { nil }
    var text: String? { nil }
  }
#endif
