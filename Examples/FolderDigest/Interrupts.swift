import Dispatch
import Foundation

/// The requests to stop that reach the program as signals.
struct Interrupts {
  /// The signals that arrive, until listening ends.
  let signals: AsyncStream<CInt>
  private let continuation: AsyncStream<CInt>.Continuation
  private var sources: [any DispatchSourceSignal] = []

  /// Starts to listen.
  ///
  /// It resumes when every later signal is sure to be noticed.
  init(to numbers: [CInt] = [SIGINT, SIGTERM]) async {
    (signals, continuation) = AsyncStream.makeStream()
    for number in numbers {
      #if canImport(Darwin)
        // On other platforms, the source itself keeps the signal from ending the program.
        signal(number, SIG_IGN)
      #endif
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [continuation] in continuation.yield(number) }
      await withCheckedContinuation { registered in
        source.setRegistrationHandler { registered.resume() }
        source.activate()
      }
      sources.append(source)
    }
  }

  /// Ends listening, and the sequence with it.
  func end() {
    for source in sources { source.cancel() }
    continuation.finish()
  }
}
