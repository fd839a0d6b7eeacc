import Troupe

let bar = Store(initialState: Bar.State()) { Bar() }
await bar.send(.ordered("espresso"))
print("Waiting: \(await bar.waiting.map(\.drink))")
