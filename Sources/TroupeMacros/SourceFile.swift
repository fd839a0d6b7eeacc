#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(ucrt)
  import ucrt
#endif

/// Access to the source files that the compiler reads.
enum SourceFile {
  /// Returns a file's contents, or nil if the file can't be read.
  static func contents(of name: String) -> [UInt8]? {
    guard let file = fopen(name, "rb") else { return nil }
    defer { fclose(file) }
    var contents: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&part, 1, part.count, file)
      contents += part.prefix(count)
      if count < part.count { return ferror(file) == 0 ? contents : nil }
    }
  }
}
