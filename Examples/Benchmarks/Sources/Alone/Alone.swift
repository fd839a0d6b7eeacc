import Troupe

/// A program that uses only Troupe, to show what such a program links.
@main
struct Alone {
  static func main() async {
    let store = Store(initialState: 0) {
      Reduce { (count: inout Int, step: Int) -> Effect<Int> in
        count += step
        return .none
      }
    }
    await store.send(1)
    print(await store.state)
  }
}
