#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

enum StandardOutput {
  /// Writes a text at once, so that it isn't lost when the process is killed.
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.withUnsafeBytes({ posixWrite(1, $0.baseAddress, $0.count) }) == bytes.count else {
      fatalError("Standard output can't be written to.")
    }
  }
}

private func posixWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
