import XCTest

@testable import TroupeMacros

final class PluginTests: XCTestCase {
  private enum Echo: AttachedMacro {
    static func expand(_ expansion: inout Expansion) -> String? {
      expansion.role == "peer" ? expansion.extendedType + expansion.conformances.joined() : nil
    }
  }
  private enum Refusal: AttachedMacro {
    static func expand(_ expansion: inout Expansion) -> String? {
      expansion.misplaced("no")
      return "never"
    }
  }
  private let plugin = Plugin(macros: ["Echo": Echo.self, "Refusal": Refusal.self])

  private func request(_ name: String, role: String = "peer", more: [JSON.Member] = []) -> JSON {
    func syntax(_ source: String, _ offset: Int) -> JSON {
      let location: JSON = .object(["fileName": .string("A.swift"), "offset": .number(offset)])
      return .object(["source": .string(source), "location": location])
    }
    let body: JSON = .object([
      "macro": .object(["typeName": .string(name)]), "macroRole": .string(role),
      "attributeSyntax": syntax("\n  // é\n  @Echo ", 10), "declSyntax": syntax("struct S {}", 30),
      "extendedTypeSyntax": syntax(" N.S ", 0),
      "conformanceListSyntax": syntax("struct Placeholder: P, Q {}", 0), "somethingNew": .array([.null]),
    ])
    return .object(["expandAttachedMacro": .object(body.members + more)])
  }

  func testItSaysWhichProtocolItSpeaks() {
    let answer = plugin.answer(.object(["getCapability": .object(["capability": .object([JSON.Member]())])]))
    XCTAssertEqual(answer["getCapabilityResult"]?["capability"]?["protocolVersion"]?.int, 7)
  }

  func testAnExpansionIsTheAnswer() {
    let result = plugin.answer(request("Echo"))["expandMacroResult"]
    XCTAssertEqual(result?["expandedSource"]?.string, "N.SPQ")
    XCTAssertEqual(result?["diagnostics"], .array([]))
    let nothing = plugin.answer(request("Echo", role: "member"))["expandMacroResult"]
    XCTAssertEqual(nothing?["expandedSource"]?.string, "")
  }

  func testADiagnosticIsAtItsFirstTokenAndReplacesTheExpansion() {
    let result = plugin.answer(request("Refusal"))["expandMacroResult"]
    XCTAssertNil(result?["expandedSource"])
    let diagnostic = result?["diagnostics"]?.elements.first
    XCTAssertEqual(diagnostic?["message"]?.string, "no")
    XCTAssertEqual(diagnostic?["position"]?["offset"]?.int, 21)
    let fixIt = diagnostic?["fixIts"]?.elements.first
    XCTAssertEqual(fixIt?["message"]?.string, "remove '@Echo'")
    XCTAssertEqual(fixIt?["changes"]?.elements.first?["range"]?["endOffset"]?.int, 26)
  }

  func testWhatIsNotUnderstoodIsAnError() {
    let broken: [JSON] = [
      .null, .object([JSON.Member]()), .object(["expandFreestandingMacro": .null]),
      .object(["expandAttachedMacro": .object([JSON.Member]())]), request("Missing"),
    ]
    for request in broken {
      let result = plugin.answer(request)["expandMacroResult"]
      XCTAssertNil(result?["expandedSource"])
      XCTAssertEqual(result?["diagnostics"]?.elements.count, 1)
    }
  }
}
