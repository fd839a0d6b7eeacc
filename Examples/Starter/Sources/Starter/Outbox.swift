import Troupe

/// Messages that are delivered one after another, in order.
@Reducer
struct Outbox {
  struct Message: Codable, Equatable, Sendable {
    let id: Int
    let text: String
  }

  struct State: Codable, Equatable, Sendable {
    var lastID = 0
    var pending: [Message] = []
    var deliveredCount = 0
  }

  enum Action: Equatable {
    case posted(String)
    case delivered(id: Int)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(Delivery.self) var delivery

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .posted(let text):
        state.lastID += 1
        state.pending.append(Message(id: state.lastID, text: text))
      case .delivered(let id):
        state.pending.removeAll { $0.id == id }
        state.deliveredCount += 1
      }
      return .none
    }
    // The saved state says what is to be delivered, so a program that is started again continues here.
    .task(id: { $0.pending.first }) { message in
      .run(name: "deliver") { send in
        try await delivery.deliver(id: message.id, text: message.text)
        await send(.delivered(id: message.id))
      }
      .retry(.exponential(initial: .seconds(1), maximum: .seconds(60), attempts: .max), clock: clock)
    }
  }
}
