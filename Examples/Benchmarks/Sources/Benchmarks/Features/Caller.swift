import Troupe

/// An actor that calls another one, so that each call goes there and comes back.
actor Caller {
  private var calls = 0

  func call(_ bare: BareCounter, _ count: Int) async {
    for _ in 0..<count {
      await bare.up()
      calls += 1
    }
  }

  func call(_ store: StoreOf<Counter>, _ count: Int) async {
    for _ in 0..<count {
      await store.send(.up)
      calls += 1
    }
  }
}
