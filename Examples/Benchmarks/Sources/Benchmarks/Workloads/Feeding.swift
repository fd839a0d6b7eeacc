import Troupe

/// B20: events for many consumers.
enum Feeding {
  static var rows: [Row] {
    [
      delivered(to: 1, events: 1_000),
      delivered(to: 100, events: 50),
      delivered(to: 10_000, events: 1),
      unread,
      turnAlone,
      joining,
    ]
  }

  /// All consumers await each event: they get it, and wait again.
  private static func delivered(to consumers: Int, events: Int) -> Row {
    Row(
      "B20 an event to \(consumers == 1 ? "one consumer" : "\(Text.grouped(consumers)) consumers"), for each, beside an `AsyncStream` for each",
      isConcurrent: true,
      count: events * consumers,
      prepare: {
        let sides = (streams: Fanout(), store: Counter.store())
        let feed = await sides.store.feed { _, state in state.count }
        let arrivals = (streams: Arrivals(), feed: Arrivals())
        for _ in 0..<consumers {
          let stream = await sides.streams.stream()
          Task { for await _ in stream { arrivals.streams.arrive() } }
          Task { [events = feed.events()] in for try await _ in events { arrivals.feed.arrive() } }
        }
        await untilSuspended()
        return (sides: sides, arrivals: arrivals)
      },
      floor: { it, count in
        await timed(count) {
          for _ in 0..<events {
            await it.sides.streams.up()
            await it.arrivals.streams.wait(for: consumers)
          }
        }
      },
      troupe: { it, count in
        await timed(count) {
          for _ in 0..<events {
            await it.sides.store.send(.up)
            await it.arrivals.feed.wait(for: consumers)
          }
        }
      }
    )
  }

  /// Consumers with an unread event.
  private static var unread: Row {
    Row(
      "B20 a turn with an event for 10,000 consumers that don't read, in units of one for 10",
      aim: .ratio(1.3),
      count: 10_000,
      prepare: {
        let (few, many) = (Counter.store(), Counter.store())
        let feeds = [await few.feed { _, state in state.count }, await many.feed { _, state in state.count }]
        let events = zip(feeds, [10, 10_000]).map { feed, count in (0..<count).map { _ in feed.events() } }
        return (few: few, many: many, events: events)
      },
      floor: { it, count in
        let store = it.few
        return await timed(count) { for _ in 0..<count { await store.send(.up) } }
      },
      troupe: { it, count in
        let store = it.many
        return await timed(count) { for _ in 0..<count { await store.send(.up) } }
      }
    )
  }

  /// The sender doesn't wait for the consumers that are woken.
  private static var turnAlone: Row {
    Row(
      "B20 a turn with an event that 10,000 consumers await, beside an actor that yields to 10,000 streams",
      isConcurrent: true,
      count: 1,
      prepare: {
        let sides = (streams: Fanout(), store: Counter.store())
        let feed = await sides.store.feed { _, state in state.count }
        let arrivals = (streams: Arrivals(), feed: Arrivals())
        for _ in 0..<10_000 {
          let stream = await sides.streams.stream()
          Task { for await _ in stream { arrivals.streams.arrive() } }
          Task { [events = feed.events()] in for try await _ in events { arrivals.feed.arrive() } }
        }
        await untilSuspended()
        return (sides: sides, arrivals: arrivals)
      },
      floor: { it, count in
        let sample = await timed(count) { await it.sides.streams.up() }
        await it.arrivals.streams.wait(for: 10_000)
        await untilSuspended()
        return sample
      },
      troupe: { it, count in
        let sample = await timed(count) { await it.sides.store.send(.up) }
        await it.arrivals.feed.wait(for: 10_000)
        await untilSuspended()
        return sample
      }
    )
  }

  /// Consumers that join, wait and leave, all at once.
  private static var joining: Row {
    func all(_ count: Int) async -> Sample {
      let store = Counter.store()
      let feed = await store.feed { _, state in state.count }
      return await timed(1) {
        let tasks = (0..<count).map { _ in Task { for try await _ in feed.events() {} } }
        await untilSuspended()
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
        // The work that the store has to do for consumers that have left is part of it.
        await store.send(.up)
      }
    }
    return Row(
      "B20 40,000 consumers that join, wait and leave, in units of half as many",
      aim: .ratio(2.6),
      isConcurrent: true,
      count: 1,
      floor: { _ in await all(20_000) },
      troupe: { _ in await all(40_000) }
    )
  }
}

/// Sends each change to each of its streams.
private actor Fanout {
  private var count = 0
  private var continuations: [AsyncStream<Int>.Continuation] = []

  func stream() -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1_024))
    continuations.append(continuation)
    return stream
  }

  func up() {
    count += 1
    for continuation in continuations { continuation.yield(count) }
  }
}
