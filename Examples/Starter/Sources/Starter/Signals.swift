import Dispatch
import Foundation

/// Calls a function for each signal, instead of ending the program.
struct Signals {
  private var sources: [any DispatchSourceSignal] = []

  /// Starts to listen. When it returns, every later signal reaches the function.
  init(_ numbers: [CInt], _ received: @escaping @Sendable () -> Void) async {
    for number in numbers {
      #if canImport(Darwin)
        // On other platforms, the source itself keeps the signal from ending the program.
        signal(number, SIG_IGN)
      #endif
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: received)
      await withCheckedContinuation { registered in
        source.setRegistrationHandler { registered.resume() }
        source.activate()
      }
      sources.append(source)
    }
  }

  func end() {
    for source in sources { source.cancel() }
  }
}
