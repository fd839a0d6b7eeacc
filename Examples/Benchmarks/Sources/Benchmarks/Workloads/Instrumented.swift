import Troupe
import TroupeInstruments

/// B18: stores with instruments.
///
/// Traces are written to the null device, so that the instrument is measured and not the disk.
enum Instrumented {
  static var rows: [Row] {
    [
      sends("with a trace") { trace() },
      sends("with counters") { Counters() },
      sends("with a log that discards its lines") { ActionLog { _ in } },
      effects("with a trace") { trace() },
      effects("with counters") { Counters() },
      effects("with a log that discards its lines") { ActionLog { _ in } },
      signposts,
    ]
  }

  private static func trace() -> TraceFile {
    do { return try TraceFile(path: "/dev/null") } catch { preconditionFailure("\(error)") }
  }

  private static func store(_ instrument: any Instrument) -> StoreOf<Counter> {
    var configuration = StoreConfiguration<Counter.Action>()
    configuration.instruments = [instrument]
    return Store(initialState: Counter.State(), configuration: configuration) { Counter() }
  }

  private static func sends(_ description: String, _ instrument: @escaping () -> any Instrument) -> Row {
    Row(
      "B18 `send` \(description), in units of one without",
      count: 20_000,
      prepare: { (plain: Counter.store(), watched: store(instrument())) },
      floor: { it, count in await send(to: it.plain, count) },
      troupe: { it, count in await send(to: it.watched, count) }
    )
  }

  private static func send(to store: StoreOf<Counter>, _ count: Int) async -> Sample {
    await timed(count) { for _ in 0..<count { await store.send(.up) } }
  }

  /// An effect that sends an action: two actions and the work.
  private static func effects(_ description: String, _ instrument: @escaping () -> any Instrument) -> Row {
    Row(
      "B18 an effect that sends one action, \(description), in units of one without",
      isConcurrent: true,
      count: 2_000,
      prepare: { (plain: Counter.store(), watched: store(instrument())) },
      floor: { it, count in await fetch(with: it.plain, count) },
      troupe: { it, count in await fetch(with: it.watched, count) }
    )
  }

  private static func fetch(with store: StoreOf<Counter>, _ count: Int) async -> Sample {
    await timed(count) { for _ in 0..<count { await store.send(.fetch).finish() } }
  }

  private static var signposts: Row {
    Row(
      "B18 the same with signposts in a trace, in units of one without",
      isConcurrent: true,
      count: 2_000,
      prepare: {
        let trace = trace()
        let marked = withDependencies {
          $0.signpostRecorder = .trace(trace)
        } operation: {
          Store(initialState: Counter.State()) { Counter().signpost("counter") }
        }
        return (plain: Counter.store(), marked: marked)
      },
      floor: { it, count in await fetch(with: it.plain, count) },
      troupe: { it, count in await fetch(with: it.marked, count) }
    )
  }
}
