import Troupe
import TroupeDurable

let bars = openBars(in: FolderStorage(path: "Bars"))
while let request = readLine() {
  print(await answer(request, from: bars))
}
for (name, report) in await bars.shutdown(within: .seconds(10)) where !report.isComplete {
  print("\(name): \(report)")
}
