#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The thread of a storage, which ends when the storage is closed.
final class DriverThread: Sendable {
  private let settings: Settings
  private let inbox: Inbox

  private init(_ settings: Settings, _ inbox: Inbox) {
    self.settings = settings
    self.inbox = inbox
  }

  fileprivate func run() { Driver(settings, inbox).run() }

  static func start(_ settings: Settings, _ inbox: Inbox) throws(PostgresError) {
    let context = Unmanaged.passRetained(DriverThread(settings, inbox))
    #if canImport(Darwin)
      var thread: pthread_t?
      let result = pthread_create(&thread, nil, { work(of: $0) }, context.toOpaque())
      if result == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let result = pthread_create(&thread, nil, { $0.flatMap { work(of: $0) } }, context.toOpaque())
      if result == 0 { pthread_detach(thread) }
    #endif
    guard result == 0 else {
      context.release()
      throw PostgresError(.connection, "No thread could be created for the storage (error \(result)).")
    }
  }
}

private func work(of context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<DriverThread>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
