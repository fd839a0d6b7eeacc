import Troupe
import TroupeDurable

func answer(_ request: String, from bars: Bars) async -> String {
  let words = request.split(separator: " ", maxSplits: 2).map(String.init)
  do {
    switch words.first {
    case "order" where words.count == 3:
      let number = try await bars.withStore(for: words[1]) { bar in
        try await bar.ask(within: .seconds(2), maxWaiting: 1_000) { .ordered(words[2], reply: $0) }
      }
      return "201 \(number)"

    case "ready" where words.count == 2:
      let ready = try await bars.withStore(for: words[1]) { bar in await bar.ready }
      return "200 \(ready.map(\.number))"

    default:
      return "400 order BAR DRINK, or ready BAR"
    }
  } catch let error as StoreError {
    return error.wasReduced ? "504 \(error)" : "503 \(error)"
  } catch {
    return "500 \(error)"
  }
}
