import Troupe

/// A shop with its own orders and its customers' orders.
struct Shop: Reducer {
  struct Customer: Identifiable, Sendable {
    let id: String
    var orders = Orders.State()
  }

  struct State: Sendable {
    var orders = Orders.State()
    var customers: IdentifiedArrayOf<Customer> = []
  }

  @CasePathable
  enum Action: Sendable {
    case orders(Orders.Action)
    case customers(IdentifiedAction<String, Orders.Action>)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.orders, action: \.orders) { Orders() }
    EmptyReducer().forEach(\.customers, action: \.customers) {
      Scope(state: \.orders, action: \.self) { Orders() }
    }
  }
}
