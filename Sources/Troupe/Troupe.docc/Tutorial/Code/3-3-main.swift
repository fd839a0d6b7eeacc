import Troupe
import TroupeDurable
import TroupeFoundation

let bar = try await Store(
  initialState: Bar.State(),
  storage: FolderStorage(path: "Orders"),
  key: "bar",
  codec: StateCodec(format: JSONFormat())
) {
  Bar()
}
print("Waiting: \(await bar.waiting.map(\.drink))")
print("Ready: \(await bar.ready.map(\.drink))")

for drink in CommandLine.arguments.dropFirst() {
  try await bar.commit(.ordered(drink))
  print("Ordered: \(drink)")
}
