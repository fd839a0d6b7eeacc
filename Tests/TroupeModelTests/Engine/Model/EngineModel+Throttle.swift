import Troupe

@testable import Troupe

extension EngineModel {
  /// The parts that share windows.
  final class Throttled {
    var end: Duration?
    /// The one that begins when the window ends.
    var waiting: Part?
  }

  func begin(_ body: EnginePlan, id: Int, latest: Bool, in parent: Part?, _ place: Where, ids: [Int]) {
    let key = Key(scope: place.scope, id: id)
    let throttled = throttles[key, default: Throttled()]
    throttles[key] = throttled
    let waiting = throttled.waiting.flatMap { $0.isCancelled ? nil : $0 }
    // While one waits, the window isn't over, whatever the time.
    let isOpen = waiting != nil || throttled.end.map { $0 > now } ?? false
    let waits = isOpen && !skipsWaits(place.onShutdown)
    if waiting != nil, !latest { return drop(body) }
    let part = add(.throttled(throttled), in: parent, place, ids: ids)
    part.rest = [body]
    guard waits else { return beginThrottled(part) }
    if let waiting { cancel(waiting) }
    throttled.waiting = part
    beginPause(.pause, in: part)
  }

  /// Begins a throttled effect, which opens the next window.
  func beginThrottled(_ part: Part) {
    guard case .throttled(let throttled) = part.kind else { return }
    if throttled.waiting === part { throttled.waiting = nil }
    throttled.end = now + EnginePlan.interval
    part.isOver = true
    goOn(part)
  }
}
