import Foundation
import XCTest

/// A small disk in memory, which a test can fill. It is removed when it is released.
final class Disk: Sendable {
  let path: String

  /// - Throws: `XCTSkip` if this user may not create one.
  init(_ path: String, bytes: Int) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let status = try Self.run("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", path)
    guard status == 0 else { throw XCTSkip("Only root can make a disk: this test needs a small one.") }
  }

  deinit { _ = try? Self.run("umount", "--lazy", path) }

  private var filler: String { path + "/filler" }

  /// Uses up the remaining space.
  func fill() throws {
    let descriptor = open(filler, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let bytes = [UInt8](repeating: 1, count: 4_096)
    while write(descriptor, bytes, bytes.count) > 0 {}
    XCTAssertEqual(errno, ENOSPC)
  }

  /// Frees the space.
  func empty() throws { try FileManager.default.removeItem(atPath: filler) }

  private static func run(_ arguments: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
