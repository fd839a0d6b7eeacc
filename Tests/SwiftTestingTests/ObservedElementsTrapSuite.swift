#if os(Linux) || os(macOS)
  import Testing
  import Troupe

  /// The message of a process that reads an observed element at a position that doesn't exist. The test
  /// crashes a separate process.
  @Suite struct ObservedElementsTrapSuite {
    private struct State: ObservableState {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
      let _$id = StateIdentity()
    }

    private struct Row: ObservableState, Identifiable {
      let id: Int
      let _$id = StateIdentity()
    }

    // S941
    @Test(arguments: [-1, 1]) func aPositionThatDoesNotExistTraps(position: Int) async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [position] in
        let store = Store(initialState: State()) { EmptyReducer<State, Never>() }
        await store.observe { _ = $0.rows[position].id }
      }
      let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(message.contains("There is no element at the position \(position)"))
    }
  }
#endif
