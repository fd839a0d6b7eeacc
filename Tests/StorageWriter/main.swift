import TroupeDurable

// Adds one to a number under a key of a folder, repeatedly, even if other processes do the same:
// `StorageWriter folder key count`. It writes each saved number to standard output, on a separate line. It
// ends after the given count, or when it is killed.

let arguments = CommandLine.arguments
guard arguments.count == 4, let count = Int(arguments[3]) else {
  fatalError("StorageWriter folder key count")
}
let storage = FolderStorage(path: arguments[1], lockLimit: .seconds(60))
let key = StorageKey(arguments[2])

func number(in value: StoredValue?) -> Int {
  value.flatMap { Int(String(decoding: $0.bytes, as: UTF8.self)) } ?? 0
}

var saved = 0
while saved < count {
  let current = try await storage.load(key)
  let next = number(in: current) + 1
  do throws(StorageError) {
    let bytes = Array("\(next)".utf8)
    let wake = WallClockInstant(sinceEpoch: .seconds(next))
    try await storage.save(bytes, for: key, expecting: current?.revision, as: StorageRevision(), wake: wake)
    saved += 1
    StandardOutput.write("\(next)\n")
  } catch {
    guard error.code == .superseded else { throw error }
  }
}
