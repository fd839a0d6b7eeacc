/// A registration of a feed with the runtime. The feed stays registered until the source is released.
final class FeedSource: Sendable {
  let window: FeedWindow
  let epoch: UInt64
  let overflow: FeedOverflow
  private let unregister: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - window: The events of the feed.
  ///   - overflow: The policy for a consumer that is too slow.
  ///   - epoch: The number that identifies the feed.
  ///   - unregister: Removes the feed from its store; nil if the store has ended.
  init(
    _ window: FeedWindow,
    _ overflow: FeedOverflow,
    epoch: UInt64,
    unregister: (@Sendable () -> Void)?
  ) {
    self.window = window
    self.overflow = overflow
    self.epoch = epoch
    self.unregister = unregister
  }

  deinit { unregister?() }
}

/// A consumer of a feed.
struct FeedCursor {
  typealias Element = (event: AnyPublishedValue, position: FeedPosition, missedCount: Int)

  private let source: FeedSource
  /// The number of the last event, or the reason why there is no next event.
  private var last: Result<UInt64, FeedError>
  private var isOver = false
  /// The number of events that were missed before the next event.
  private var missed: UInt64 = 0
  /// The signal that wakes the consumer; nil until the first read.
  private var signal: Signal?

  init(_ source: FeedSource, after start: Result<UInt64, FeedError>) {
    self.source = source
    self.last = start
  }

  /// Returns the next event; nil if the feed has ended, or if the task is cancelled.
  mutating func next(
    isolation actor: isolated (any Actor)?
  ) async throws(FeedError) -> Element? {
    if isOver { return nil }
    do throws(FeedError) {
      if let (event, number) = try await read(isolation: actor) {
        let missedCount = Int(clamping: Swift.exchange(&missed, with: 0))
        return (event, FeedPosition(epoch: source.epoch, number: number), missedCount)
      }
      isOver = true
      return nil
    } catch {
      isOver = true
      throw error
    }
  }

  private mutating func read(
    isolation actor: isolated (any Actor)?
  ) async throws(FeedError) -> (AnyPublishedValue, number: UInt64)? {
    var number = try last.get()
    let signal = signal ?? Signal()
    self.signal = signal
    while !Task.isCancelled {
      switch source.window.read(after: number, telling: signal) {
      case .event(let event):
        number += 1
        last = .success(number)
        return (event, number)
      case .missed(let count):
        guard source.overflow == .skip else {
          throw FeedError(.missedEvents, missedCount: Int(clamping: count))
        }
        missed += count
        number += count
      case .nothing(let waiter):
        await signal.wait()
        if Task.isCancelled { source.window.leave(waiter) }
      case .ended(let failure):
        if let failure { throw failure }
        return nil
      }
    }
    return nil
  }
}
