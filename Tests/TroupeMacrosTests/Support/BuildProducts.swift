import Foundation
import XCTest

/// The products that were built along with the tests.
enum BuildProducts {
  /// The folder with the products: the folder of the tests themselves.
  private static var folder: URL {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let products = URL(filePath: path).deletingLastPathComponent()
    // An `xctest` runs tests that are a bundle in the folder, which its arguments name.
    let bundle = CommandLine.arguments.last { $0.hasSuffix(".xctest") }
    return bundle.map { URL(filePath: $0).deletingLastPathComponent() } ?? products
  }

  /// The plugin that the compiler runs.
  static func plugin() throws -> URL {
    let places = ["TroupeMacros-tool", "TroupeMacros"].map { folder.appending(path: $0) }
    return try XCTUnwrap(places.first { FileManager.default.isExecutableFile(atPath: $0.path) }, "\(places)")
  }

  /// The name of the package, as the build tool derives it from the folder. The modules are compiled with it.
  static var package: String {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    return String(root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// Where the compiler keeps the modules of the system.
  static var moduleCache: URL { folder.appending(path: "ModuleCache") }

  /// The folder with the modules.
  static var modules: URL {
    let modules = folder.appending(path: "Modules")
    return FileManager.default.fileExists(atPath: modules.path) ? modules : folder
  }

  /// The module map of the C target that `TroupeTesting` imports.
  static var hooks: URL {
    URL(filePath: #filePath)
      .appending(path: "../../../../Sources/TroupeTestingHooks/include/module.modulemap").standardized
  }
}
