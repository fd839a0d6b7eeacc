import Troupe

/// A program that uses Troupe and nothing else, so that one can see what a program links that does.
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
