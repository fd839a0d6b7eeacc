/// The events that a store makes of its actions, for any number of consumers.
///
/// See ``Store/feed(buffering:overflow:_:)``. Copies are the same feed. When the last of them and of its
/// sequences is released, the store stops making events.
public struct StoreFeed<Event: Sendable>: Sendable {
  private let source: FeedSource<Event>

  fileprivate init(_ source: FeedSource<Event>) { self.source = source }

  /// The position of the newest event that consumers can get. Before the first one, its number is zero.
  ///
  /// A page that shows a state and then follows the feed needs the position that goes with the state. Read
  /// both at once:
  ///
  /// ```swift
  /// let (messages, position) = await room.withState { ($0.messages, feed.position) }
  /// ```
  ///
  /// What the state doesn't have yet comes as an event after the position. The state of a store that is saved
  /// may be ahead of what is saved; the events of these turns come, too.
  public var position: FeedPosition { FeedPosition(epoch: source.epoch, number: source.window.newest) }

  /// Returns the events from now on.
  ///
  /// It can be called from anywhere. Nothing that comes after the call is missed, even if the iteration
  /// begins later.
  public func events() -> FeedEvents<Event> {
    FeedEvents(source: source, start: .success(source.window.newest))
  }

  /// Returns the events after a position, and goes on with what comes.
  ///
  /// ```swift
  /// for try await element in feed.events(after: lastSeen) {
  ///   print("\(element.position): \(element.event)")
  /// }
  /// ```
  ///
  /// It can be called from anywhere. If events after the position are gone, the consumer is told as the
  /// ``FeedOverflow`` of the feed says. If the position is none of this feed, the iteration throws
  /// ``FeedError/Code/unknownPosition`` at once.
  ///
  /// - Parameter position: The position of the last event that the consumer has got.
  public func events(after position: FeedPosition) -> FeedEvents<Event> {
    let isKnown = position.epoch == source.epoch && position.number <= source.window.newest
    return FeedEvents(
      source: source,
      start: isKnown ? .success(position.number) : .failure(FeedError(.unknownPosition))
    )
  }
}

/// What happens to a consumer of a ``StoreFeed`` that is further behind than the feed buffers.
public struct FeedOverflow: Hashable, Sendable {
  enum Policy { case fail, skip }
  let policy: Policy

  /// The consumer ends with ``FeedError/Code/missedEvents``.
  ///
  /// Use it where a consumer needs every event, such as a page that changes what it shows with each of them.
  public static var fail: FeedOverflow { FeedOverflow(policy: .fail) }

  /// The consumer goes on with the oldest event that there is, whose ``FeedElement/missedCount`` says how
  /// many events it has missed.
  ///
  /// Use it where each event means something by itself, as in a log.
  public static var skip: FeedOverflow { FeedOverflow(policy: .skip) }
}

/// An event of a ``StoreFeed`` with its position.
public struct FeedElement<Event: Sendable>: Sendable {
  /// The position of the event.
  public let position: FeedPosition
  /// The event.
  public let event: Event
  /// How many events the consumer has missed right before this one. It is always zero, unless the feed has
  /// the overflow ``FeedOverflow/skip``.
  public let missedCount: Int
}

extension FeedElement: Equatable where Event: Equatable {}
extension FeedElement: Hashable where Event: Hashable {}

/// The events of a ``StoreFeed`` after a position, as an asynchronous sequence.
public struct FeedEvents<Event: Sendable>: AsyncSequence, Sendable {
  /// An event with its position.
  public typealias Element = FeedElement<Event>
  /// Why an iteration ends early.
  public typealias Failure = FeedError

  fileprivate let source: FeedSource<Event>
  /// The number of the event after which it begins.
  fileprivate let start: Result<UInt64, FeedError>

  /// Returns an iterator. Each iterator gets all events of the sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(source: source, start: start) }

  /// The iterator of ``FeedEvents``.
  public struct Iterator: AsyncIteratorProtocol {
    private let source: FeedSource<Event>
    /// The number of the last event, or why there is no next one.
    private var last: Result<UInt64, FeedError>
    private var isOver = false
    /// How many events were missed before the next one.
    private var missed: UInt64 = 0
    /// What the consumer waits for, once it has to wait.
    private var signal: Signal?

    fileprivate init(source: FeedSource<Event>, start: Result<UInt64, FeedError>) {
      self.source = source
      self.last = start
    }

    /// Returns the next event.
    ///
    /// It resumes when there is an event. It returns nil when the store was shut down or released and all
    /// events were delivered, or when the task is cancelled.
    ///
    /// - Throws: ``FeedError`` if the next event is gone, if the position is none of this feed, or if the
    ///   store couldn't save its turns. After that, it returns nil.
    public nonisolated(nonsending) mutating func next() async throws(FeedError) -> FeedElement<Event>? {
      try await next(isolation: #isolation)
    }

    /// Returns the next event, as ``next()`` does.
    ///
    /// - Throws: The errors of ``next()``.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(FeedError) -> FeedElement<Event>? {
      do {
        if !isOver, let element = try await nextElement(isolation: actor) { return element }
        isOver = true
        return nil
      } catch {
        isOver = true
        throw error
      }
    }

    private mutating func nextElement(
      isolation actor: isolated (any Actor)?
    ) async throws(FeedError) -> FeedElement<Event>? {
      while !Task.isCancelled {
        let number = try last.get()
        let signal = signal ?? Signal()
        self.signal = signal
        switch source.window.read(after: number, telling: signal) {
        case .event(let event):
          last = .success(number + 1)
          return element(event, number + 1)
        case .missed(let count):
          guard source.overflow == .skip else {
            throw FeedError(.missedEvents, missedCount: Int(clamping: count))
          }
          missed += count
          last = .success(number + count)
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

    private mutating func element(_ event: Event, _ number: UInt64) -> FeedElement<Event> {
      FeedElement(
        position: FeedPosition(epoch: source.epoch, number: number),
        event: event,
        missedCount: Int(clamping: Swift.exchange(&missed, with: 0))
      )
    }
  }
}

@available(*, unavailable)
extension FeedEvents.Iterator: Sendable {}

/// Keeps a feed registered with the runtime.
private final class FeedSource<Event: Sendable>: Sendable {
  let window: FeedWindow<Event>
  let epoch: UInt64
  let overflow: FeedOverflow
  /// The number of the feed among the listeners; nil if the store has ended.
  private let number: UInt64?
  private let runtime: Weak<Runtime>

  init(_ window: FeedWindow<Event>, _ overflow: FeedOverflow, number: UInt64?, in runtime: Runtime) {
    self.window = window
    self.overflow = overflow
    self.number = number
    self.runtime = runtime.weakly
    epoch = runtime.dependencyValues.randomIdentity()
  }

  deinit {
    if let number { runtime.value?.post(.removeFeed(number)) }
  }
}

extension Store {
  /// Makes a feed: events of the actions that the store reduces from now on, of which each consumer gets
  /// every one in order, or is told that it missed some.
  ///
  /// ```swift
  /// let feed = await room.feed(buffering: 1_024, overflow: .fail) { action, state -> String? in
  ///   switch action {
  ///   case .saved(let text): "\(state.messages.count): \(text)"
  ///   case .posted: nil
  ///   }
  /// }
  /// ```
  ///
  /// The store calls the closure once for each action, also for those that effects and `.send` send, with the
  /// state right after that action. It makes each event once, and all consumers share it: where they are the
  /// clients of a server, make it the bytes that they get. An action is needed for an event; there is none
  /// for a child that dismisses itself.
  ///
  /// The feed keeps the newest events for all consumers together, and nothing for each. Consumers come and go
  /// from any thread, and cost what they read. Those that wait are woken together, by a task if they are
  /// many; the store doesn't wait for them. A consumer that comes back says where it was; see
  /// ``StoreFeed/events(after:)``.
  ///
  /// Consumers get the events of a turn when the turn is over. If the store is saved, they get them when the
  /// turn is saved, and never if it isn't; then their iteration ends with ``FeedError/Code/notSaved``. After
  /// a shutdown, consumers get what they haven't read yet, and then nil.
  ///
  /// The feed doesn't keep the store alive. Only a root store has feeds, as it knows all actions: making one
  /// of a scoped store is an issue, and its consumers get ``FeedError/Code/scopedStore``.
  ///
  /// - Parameters:
  ///   - capacity: The number of events that the feed keeps; at least one. A consumer that is further behind
  ///     has missed events.
  ///   - overflow: What happens to such a consumer.
  ///   - event: Makes the event of an action; nil for none. It runs in the turn, on the store's executor, and
  ///     under the store's dependencies. It must not store the state, or keep the store alive.
  public func feed<Event: Sendable>(
    buffering capacity: Int = 1_024,
    overflow: FeedOverflow = .fail,
    _ event: @escaping @Sendable (_ action: Action, _ state: borrowing State) -> Event?
  ) -> StoreFeed<Event> {
    let runtime = core.runtime
    runtime.takeMail()
    let window = FeedWindow<Event>(capacity: capacity)
    var number: UInt64?
    if case .view = source {
      window.end(FeedError(.scopedStore), on: nil)
      runtime.reportFeedOfScopedStore()
    } else {
      number = runtime.add(EventTap<State, Action, Event>(window, on: runtime.effectExecutor, event))
    }
    return StoreFeed(FeedSource(window, overflow, number: number, in: runtime))
  }
}

extension Runtime {
  /// Adds a feed, or ends it at once if the store has ended. Returns its number.
  fileprivate final func add(_ tap: some FeedTap) -> UInt64? {
    if turn.lifecycle != .closed { return changeListeners { $0.add(tap) } }
    tap.end(outputs?.failure)
    return nil
  }

  fileprivate final func reportFeedOfScopedStore() {
    reportIssue(
      """
      A feed was made of a store that was scoped from \(label). Its consumers get an error, as only a root store knows all \
      of its actions.

      Make the feed of the root store, and return nil for the actions that don't concern the part.
      """,
      at: location
    )
  }
}
