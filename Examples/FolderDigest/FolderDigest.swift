import Foundation

/// The command `FolderDigest`: counts the lines and words of a folder's files.
@main
struct FolderDigest {
  static func main() async {
    exit(await Program().run(Array(CommandLine.arguments.dropFirst())))
  }
}
