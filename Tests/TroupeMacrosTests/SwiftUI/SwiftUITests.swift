import Foundation
import XCTest

/// What TroupeUI and TroupeStoreViews declare where there is SwiftUI, compiled against a stub of SwiftUI's
/// declarations.
///
/// SwiftUI doesn't exist everywhere. The stub in `Tests/SwiftUIStub` has the declarations that are used.
final class SwiftUITests: XCTestCase {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
  private static let stub = root.appending(path: "Tests/SwiftUIStub")

  private static func sources(of module: String) throws -> [URL] {
    let folder = root.appending(path: "Sources/\(module)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
  }

  private static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "SwiftUITests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  func testTheSourcesCompileWithTheSamplesOfThePage() throws {
    try Self.withFolder { folder in
      var messages = try Compiler.build("SwiftUI", [Self.stub.appending(path: "SwiftUI.swift")], in: folder)
      XCTAssertEqual(messages, "", "the stub")
      for module in ["TroupeUI", "TroupeStoreViews", "TroupeClassic"] {
        let sources = try Self.sources(of: module)
        XCTAssertEqual(sources.contains { $0.path.contains("/SwiftUI/") }, module != "TroupeClassic")
        messages = try Compiler.build(module, sources, in: folder, isOfThePackage: true)
        XCTAssertEqual(messages, "", module)
      }
      let clients = ["Seed002", "Uses", "ClassicUses"].map { Self.stub.appending(path: "\($0).swift") }
      messages = try Compiler.build("Client", clients, in: folder)
      XCTAssertEqual(messages, "", "the samples")
    }
  }

  func testTheSourcesAreEmptyWithoutSwiftUI() throws {
    #if !canImport(SwiftUI)
      try Self.withFolder { folder in
        let sources = try Self.sources(of: "TroupeUI").filter { $0.path.contains("/SwiftUI/") }
        let clients = sources + [Self.stub.appending(path: "Seed002.swift")]
        XCTAssertEqual(try Compiler.build("TroupeUI", sources, in: folder, isOfThePackage: true), "")
        let messages = try Compiler.build("Client", clients, in: folder)
        XCTAssertTrue(messages.contains("error: no such module 'SwiftUI'"), messages)
      }
    #endif
  }
}
