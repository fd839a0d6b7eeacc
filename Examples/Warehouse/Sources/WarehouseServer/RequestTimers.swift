import CoreMetrics
import HTTPTypes
import Synchronization

/// The timers of requests, each created once.
final class RequestTimers: Sendable {
  private struct Key: Hashable {
    let method: String
    let route: String
    let status: Int
  }

  private let factory: any MetricsFactory
  private let timers = Mutex<[Key: Timer]>([:])

  init(factory: any MetricsFactory) { self.factory = factory }

  func record(_ duration: Duration, _ method: String, _ route: String, _ status: HTTPResponse.Status) {
    let key = Key(method: method, route: route, status: status.code)
    let timer = timers.withLock { timers in
      if let timer = timers[key] { return timer }
      let timer = Timer(
        label: "http.server.request.duration",
        dimensions: [("method", method), ("route", route), ("status", "\(status.code)")],
        factory: factory
      )
      timers[key] = timer
      return timer
    }
    let (seconds, attoseconds) = duration.components
    timer.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
