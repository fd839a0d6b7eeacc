#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A line that the process writes to standard error if it crashes on this thread.
///
/// A trap ends the process with a signal. The first note installs a handler for crash signals. The handler
/// writes the thread's notes, and then passes the signal to the previous handler, such as the handler of
/// Swift's backtraces, or to the system.
package struct CrashNote {
  // The text has two parts, so that a constant part needn't be concatenated with the other part each time.
  private let start: UnsafeBufferPointer<UInt8>
  private let rest: UnsafeBufferPointer<UInt8>
  private let outer: UnsafeMutableRawPointer?

  /// Calls a closure and writes a text if the closure crashes the process.
  ///
  /// Notes can be nested. A crash writes all of the thread's notes, starting with the innermost, and omits a
  /// text that repeats the previous note's text.
  ///
  /// - Parameters:
  ///   - start: The first part of the text, which is on one line.
  ///   - rest: The second part of the text, without the full stop.
  ///   - body: The code that may crash.
  package static func during<Result>(_ start: String, _ rest: String = "", _ body: () -> Result) -> Result {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      guard let handler = CrashHandler.installed else { return body() }
      var (start, rest) = (start, rest)
      return start.withUTF8 { start in
        rest.withUTF8 { rest in
          var note = CrashNote(start: start, rest: rest, outer: pthread_getspecific(handler.notes))
          return withUnsafeMutablePointer(to: &note) { note in
            pthread_setspecific(handler.notes, note)
            defer { pthread_setspecific(handler.notes, note.pointee.outer) }
            return body()
          }
        }
      }
    #else
      return body()
    #endif
  }
}

#if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
  extension CrashNote {
    /// Writes the thread's notes. The function runs in a signal handler, so it neither allocates memory nor
    /// acquires a lock.
    fileprivate static func writeAll(_ innermost: UnsafeMutableRawPointer) {
      var next: UnsafeMutableRawPointer? = innermost
      var last: CrashNote?
      while let note = next?.load(as: CrashNote.self) {
        if last?.hasSameText(as: note) != true {
          _ = write(STDERR_FILENO, note.start.baseAddress, note.start.count)
          _ = write(STDERR_FILENO, note.rest.baseAddress, note.rest.count)
          var end: (UInt8, UInt8) = (UInt8(ascii: "."), UInt8(ascii: "\n"))
          _ = write(STDERR_FILENO, &end, 2)
        }
        last = note
        next = note.outer
      }
    }

    private func hasSameText(as other: CrashNote) -> Bool {
      Self.areSame(start, other.start) && Self.areSame(rest, other.rest)
    }

    private static func areSame(
      _ one: UnsafeBufferPointer<UInt8>,
      _ other: UnsafeBufferPointer<UInt8>
    ) -> Bool {
      guard one.count == other.count else { return false }
      guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
      return memcmp(start, otherStart, one.count) == 0
    }
  }

  /// The handler of crash signals.
  ///
  /// - Note: `@unchecked Sendable`: C's types aren't `Sendable`. Nothing is changed after the handler's
  ///   creation.
  private struct CrashHandler: @unchecked Sendable {
    /// The installed handler; nil if the system has no storage for notes.
    static let installed = CrashHandler()

    private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// The thread-specific storage of the innermost note.
    let notes: pthread_key_t
    /// The previous actions, indexed by signal number.
    private let previous: UnsafeMutablePointer<sigaction>

    private init?() {
      var key = pthread_key_t()
      guard pthread_key_create(&key, nil) == 0 else { return nil }
      notes = key
      let count = Int(Self.signals.max() ?? 0) + 1
      previous = .allocate(capacity: count)
      previous.initialize(repeating: sigaction(), count: count)
      for signal in Self.signals {
        sigaction(signal, nil, &previous[Int(signal)])
        var action = sigaction()
        action.handler = { signal, info, context in CrashHandler.handle(signal, info, context) }
        // The handler runs on a separate stack if the thread has one, because a full stack has no room for
        // the handler.
        action.sa_flags = numericCast(SA_SIGINFO) | numericCast(SA_ONSTACK)
        sigaction(signal, &action, nil)
      }
    }

    /// Writes the thread's notes once and performs the previous action.
    private static func handle(
      _ signal: Int32,
      _ info: UnsafeMutablePointer<siginfo_t>?,
      _ context: UnsafeMutableRawPointer?
    ) {
      guard let handler = installed else { return }
      if let innermost = pthread_getspecific(handler.notes) {
        pthread_setspecific(handler.notes, nil)
        CrashNote.writeAll(innermost)
      }
      let previous = handler.previous[Int(signal)]
      if previous.sa_flags & numericCast(SA_SIGINFO) != 0 {
        previous.handler?(signal, info, context)
      } else if let function = previous.simpleHandler, !previous.isIgnored {
        function(signal)
      } else {
        // After a trap, the instruction runs again and traps again. A signal that was sent is delivered only
        // once.
        let isSent = signal == SIGTRAP || signal == SIGABRT || (info?.pointee.si_code ?? 0) <= 0
        if isSent, previous.isIgnored { return }
        var nothing = sigaction()
        sigaction(signal, &nothing, nil)
        if isSent { raise(signal) }
      }
    }
  }

  extension sigaction {
    fileprivate typealias Handler =
      @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

    fileprivate var isIgnored: Bool { unsafeBitCast(simpleHandler, to: Int.self) == 1 }

    #if canImport(Glibc)
      fileprivate var handler: Handler? {
        get { __sigaction_handler.sa_sigaction }
        set { __sigaction_handler.sa_sigaction = newValue }
      }
      fileprivate var simpleHandler: (@convention(c) (Int32) -> Void)? { __sigaction_handler.sa_handler }
    #elseif canImport(Musl)
      fileprivate var handler: Handler? {
        get { __sa_handler.sa_sigaction }
        set { __sa_handler.sa_sigaction = newValue }
      }
      fileprivate var simpleHandler: (@convention(c) (Int32) -> Void)? { __sa_handler.sa_handler }
    #elseif canImport(Darwin)
      fileprivate var handler: Handler? {
        get { __sigaction_u.__sa_sigaction }
        set { __sigaction_u.__sa_sigaction = newValue }
      }
      fileprivate var simpleHandler: (@convention(c) (Int32) -> Void)? { __sigaction_u.__sa_handler }
    #endif
  }
#endif
