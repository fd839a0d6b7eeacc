import Foundation
import XCTest

/// Compiles the program of the tutorial as it is after each step.
///
/// The program after the last step, with all tests, is the target `CoffeeBar`.
final class TutorialTests: XCTestCase {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Troupe/Troupe.docc/Tutorial").standardized

  func testEveryStepCompiles() throws {
    let steps = try steps()
    XCTAssertGreaterThan(steps.count, 20, "The steps are not found any more.")

    // A source for each file of each step, with its own imports. Each step is in a type of the module.
    var places = ["the steps' types"]
    var sources = [steps.indices.map { "enum Step\($0) {}\n" }.joined()]
    for (number, step) in zip(0..., steps) {
      for (name, file) in step.program.sorted(by: { $0.key < $1.key }) where name != "Package.swift" {
        places.append("\(name) in \(step.place)")
        sources.append(try source(of: file, named: name, in: "Step\(number)"))
      }
    }
    for (place, messages) in zip(places, try Compiler.check(files: sources)) {
      XCTAssertEqual(messages, [], place)
    }
  }

  func testEveryFileIsOfAStep() throws {
    let used = Set(try steps().flatMap { $0.program.values })
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: "Code").path)
    XCTAssertEqual(Set(files).subtracting(used), [])
  }

  func testTheProgramOfTheLastStepIsATarget() throws {
    let tests = Self.folder.appending(path: "../../../../Tests").standardized
    let last = try XCTUnwrap(steps().last).program
    for (name, file) in last where name != "Package.swift" {
      let target = name.hasSuffix("Tests.swift") ? "CoffeeBarTests" : "CoffeeBar"
      XCTAssertEqual(
        try String(contentsOf: tests.appending(path: "\(target)/\(name)"), encoding: .utf8),
        try String(contentsOf: Self.folder.appending(path: "Code/\(file)"), encoding: .utf8),
        "\(target)/\(name) isn't the file of the last step."
      )
    }
  }

  // MARK: Reading the tutorial

  /// The files of the program after a step, by their names in the program.
  private typealias Step = (place: String, program: [String: String])

  private func steps() throws -> [Step] {
    let contents = try String(
      contentsOf: Self.folder.appending(path: "MeetTroupe.tutorial"),
      encoding: .utf8
    )
    var program: [String: String] = [:]
    return try contents.matches(of: /doc:(\w+)/).flatMap { chapter in
      let name = "\(chapter.1).tutorial"
      let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      return text.matches(of: /@Code\(name: "(.*?)", file: "(.*?)"/).map { code in
        program[String(code.1)] = String(code.2)
        return ("\(name), \(code.2)", program)
      }
    }
  }

  /// The source of a file in a type. Imports stay outside of it, and what `main.swift` does is in a function.
  private func source(of file: String, named name: String, in type: String) throws -> String {
    let lines = try String(contentsOf: Self.folder.appending(path: "Code/\(file)"), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.filter { $0.hasPrefix("import ") }
    let code = lines.filter { !$0.hasPrefix("import ") && !$0.hasPrefix("@testable import ") }
    let body = code.joined(separator: "\n")
    // The functions of a program are called without an instance.
    let members = body.replacing(#/(?m)^func /#, with: "static func ")
    let isMain = name == "main.swift"
    return """
      \(imports.joined(separator: "\n"))
      extension \(type) {
      \(isMain ? "static func main() async throws {\n\(body)\n}" : members)
      }
      """
  }
}
