import Locks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A message for the storage's thread.
enum Command: Sendable {
  case call(Call, Call.Answer)
  /// The task of a call was cancelled.
  case cancel(Call.ID)
  /// A timer has ended.
  case timer(Int)
  /// Answers when there is a connection, or none could be made.
  case ready(CheckedContinuation<Result<Void, PostgresError>, Never>)
  /// Ends when all calls are answered; nil if no caller waits for it.
  case close(CheckedContinuation<Void, Never>?)
}

/// The commands for a storage's thread, which waits for them and for sockets.
final class Inbox: Sendable {
  private struct State {
    var commands: [Command] = []
    /// Whether the thread has to be woken.
    var isAsleep = false
    var isEnded = false
  }

  private let state = Locked(State())
  /// The end of a pipe on which the thread can wait.
  let wakeup: Int32
  private let wake: Int32

  /// - Throws: A ``PostgresError`` if the process has no file descriptors left.
  init() throws(PostgresError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw PostgresError(.connection, "No pipe could be created for the storage's thread (error \(errno)).")
    }
    (wakeup, wake) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(wakeup)
    close(wake)
  }

  /// Passes a command to the thread.
  ///
  /// - Returns: Whether the thread will process it; false if it has ended.
  func send(_ command: Command) -> Bool {
    let (isTaken, mustWake) = state.withLock { state in
      guard !state.isEnded else { return (false, false) }
      state.commands.append(command)
      defer { state.isAsleep = false }
      return (true, state.isAsleep)
    }
    // A pipe that is full wakes as well.
    if mustWake { _ = write(wake, [1], 1) }
    return isTaken
  }

  /// Returns the commands that have arrived. If there are none, the next one wakes the thread.
  func take() -> [Command] {
    state.withLock { state in
      defer { state.commands = [] }
      state.isAsleep = state.commands.isEmpty
      return state.commands
    }
  }

  /// Clears what has woken the thread.
  func clear() {
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    while read(wakeup, &bytes, bytes.count) > 0 {}
  }

  /// Accepts no more commands. Returns the commands that have arrived.
  func end() -> [Command] {
    state.withLock { state in
      defer { state.commands = [] }
      state.isEnded = true
      return state.commands
    }
  }
}
