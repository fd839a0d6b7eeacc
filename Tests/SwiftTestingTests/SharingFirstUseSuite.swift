#if os(Linux) || os(macOS)
  import Synchronization
  import Testing
  import Troupe
  import TroupeSharing
  import TroupeTesting

  /// The first shared value of a process is made in the middle of a turn.
  @Suite struct SharingFirstUseSuite {
    struct Making: Reducer {
      struct State: Sendable {
        var level: Shared<Int>?
      }

      enum Action: Sendable { case make }

      var body: some ReducerOf<Self> {
        Reduce { state, _ in
          state.level = Shared(value: 1)
          return .none
        }
        .task(id: { $0.level?.wrappedValue }) { _ in .none }
      }
    }

    // S866
    @Test func theFirstRunOfAnExplorationIsLikeTheOthers() async throws {
      await #expect(processExitsWith: .success) {
        var counts: [UInt64] = []
        for _ in 1...3 {
          let scheduler = Scheduler(seed: 1)
          counts.append(
            try await scheduler.run {
              let store = Store(initialState: Making.State(), configuration: scheduler.configuration()) {
                Making()
              }
              await store.send(.make)
              await scheduler.settle()
              return await store.statistics.turnCount
            }
          )
        }
        #expect(Set(counts).count == 1, "The runs had \(counts) turns.")
      }
    }

    // S866
    @Test func theFirstExploredRunLeavesNoValuesToOtherCode() async throws {
      await #expect(processExitsWith: .success) {
        let seen = Mutex<[Int]>([])
        await explore(schedules: 3) { _ in
          @Shared(.inMemory("seats")) var seats = 0
          let found = seats
          seen.withLock { $0.append(found) }
          $seats.withLock { $0 = 1 }
        }
        let found = seen.withLock { $0 }
        #expect(found.count >= 3 && !found.contains(1), "The runs found \(found).")
        @Shared(.inMemory("seats")) var seats = 0
        #expect(seats == 0)
      }
    }
  }
#endif
