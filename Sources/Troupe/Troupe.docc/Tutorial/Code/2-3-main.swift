import Troupe

let bar = Store(initialState: Bar.State()) { Bar() }
let brewing = await bar.send(.ordered("espresso"))
print("Waiting: \(await bar.waiting.map(\.drink))")
await brewing.finish()
print("Ready: \(await bar.ready.map(\.drink))")
