import Troupe

/// A feature that declares an effect, or the same without it.
private struct Room: Reducer {
  struct State: Identifiable, Sendable {
    let id: Int
    var count = 0
    var topic = 0
  }

  enum Action: Sendable {
    case up
    case topicChanged
  }

  let isDeclaring: Bool

  var body: some ReducerOf<Self> {
    if isDeclaring {
      base.task(id: { $0.topic }) { _ in .run { _ in await waitForCancellation() } }
    } else {
      base
    }
  }

  private var base: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .up: state.count += 1
      case .topicChanged: state.topic += 1
      }
      return .none
    }
  }

  static func store(isDeclaring: Bool) -> StoreOf<Room> {
    Store(initialState: State(id: 0)) { Room(isDeclaring: isDeclaring) }
  }
}

/// A feature with such features as rows.
private struct House: Reducer {
  struct State: Sendable {
    var rooms: IdentifiedArrayOf<Room.State>
  }

  enum Action: Sendable, CasePathable {
    case rooms(IdentifiedActionOf<Room>)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let rooms = AnyCasePath(embed: Action.rooms) { if case .rooms(let it) = $0 { it } else { nil } }
    }
  }

  let isDeclaring: Bool

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.rooms, action: \.rooms) { Room(isDeclaring: isDeclaring) }
  }

  static func store(_ count: Int, isDeclaring: Bool) -> StoreOf<House> {
    Store(
      initialState: State(rooms: IdentifiedArray(uniqueElements: (0..<count).map { Room.State(id: $0) }))
    ) {
      House(isDeclaring: isDeclaring)
    }
  }
}

/// B17: effects that the state declares.
enum Declaring {
  static var rows: [Row] {
    [
      Row(
        "B17 a turn beside a `.task(id:)` whose value stays, in units of one without",
        count: 20_000,
        prepare: { (plain: Room.store(isDeclaring: false), declaring: Room.store(isDeclaring: true)) },
        floor: { it, count in await send(.up, to: it.plain, count) },
        troupe: { it, count in await send(.up, to: it.declaring, count) }
      ),
      Row(
        "B17 a turn that changes the value, in units of `cancelInFlight`",
        isConcurrent: true,
        count: 5_000,
        prepare: { (byAction: Counter.store(), declaring: Room.store(isDeclaring: true)) },
        floor: { it, count in await send(.waitAnew, to: it.byAction, count) },
        troupe: { it, count in await send(.topicChanged, to: it.declaring, count) }
      ),
      rooms(
        "B17 one of 10,000 rows that declare effects, in units of rows without",
        (10_000, false),
        (10_000, true)
      ),
      rooms(
        "B17 one of 10,000 rows that declare effects, in units of one of 100",
        aim: 1.3,
        (100, true),
        (10_000, true)
      ),
    ]
  }

  private static func rooms(
    _ name: String,
    aim: Double? = nil,
    _ floor: (count: Int, isDeclaring: Bool),
    _ troupe: (count: Int, isDeclaring: Bool)
  ) -> Row {
    func send(to row: Int, of store: StoreOf<House>, _ count: Int) async -> Sample {
      await Self.send(.rooms(.element(id: row, action: .up)), to: store, count)
    }
    return Row(
      name,
      aim: aim.map { .ratio($0) },
      count: 500,
      prepare: {
        let stores = (
          floor: House.store(floor.count, isDeclaring: floor.isDeclaring),
          troupe: House.store(troupe.count, isDeclaring: troupe.isDeclaring)
        )
        // The first action finds all effects begun.
        for store in [stores.floor, stores.troupe] {
          await store.send(.rooms(.element(id: 0, action: .up)))
        }
        return stores
      },
      floor: { it, count in await send(to: floor.count / 3, of: it.floor, count) },
      troupe: { it, count in await send(to: troupe.count / 3, of: it.troupe, count) }
    )
  }

  private static func send<State, Action: Sendable>(
    _ action: Action,
    to store: Store<State, Action>,
    _ count: Int
  ) async -> Sample {
    await timed(count) { for _ in 0..<count { await store.send(action) } }
  }
}
