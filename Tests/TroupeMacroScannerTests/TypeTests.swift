import TroupeMacroScanner
import XCTest

final class TypeTests: XCTestCase {
  func testHeadersAreRead() {
    let table: [(source: String, header: String)] = [
      ("enum A {}", "enum A"),
      (
        "public indirect enum Tree<T>: P, Q<Int, [T]> where T: R {}",
        "public indirect enum Tree <T> : P|Q<Int, [T]>"
      ),
      ("@A @B(1, \"}\") struct `Type` {}", "@A @B(1, \"}\") struct `Type`"),
      ("struct S: ~Copyable, @unchecked Sendable {}", "struct S : ~Copyable|@unchecked Sendable"),
      ("final class C<each T>: D<(Int) -> Bool> {}", "final class C <each T> : D<(Int) -> Bool>"),
      ("@MainActor(unsafe) @MainActor struct S {}", "@MainActor(unsafe) @MainActor struct S"),
      ("nonisolated struct S {}", "nonisolated struct S"),
      ("nonisolated(unsafe) public actor A {}", "nonisolated(unsafe) public actor A"),
      ("/// enum Fake {}\n/* struct */ package\nenum\nReal\n{ }", "package enum Real"),
      ("#if X\n@A\n#endif\nstruct S {}", "struct S"),
      ("extension A.B where C == D {}", "extension A.B"),
      ("@Troupe.Reducer<Int> protocol P: AnyObject {}", "@Troupe.Reducer<Int> protocol P : AnyObject"),
    ]
    for (source, header) in table {
      guard let type = readType(source) else { XCTFail(source); continue }
      var words = type.prefix.attributes.map(\.text) + type.prefix.modifiers.map(\.text)
      words += [type.keyword, type.name]
      if let parameters = type.genericParameters { words.append(parameters) }
      if !type.inherited.isEmpty { words.append(": " + type.inherited.joined(separator: "|")) }
      XCTAssertEqual(words.joined(separator: " "), header, source)
    }
  }

  func testThePlacesOfATypeAreThoseOfItsSource() throws {
    let source = "\n  /// Größe.\n  public struct Size { var a = 1 }  "
    let type = try XCTUnwrap(readType(source))
    let text = SourceText(source)
    XCTAssertEqual(text.text(type.range), "public struct Size { var a = 1 }")
    XCTAssertEqual(text.text(type.nameRange), "Size")
    XCTAssertEqual(text.text(0..<type.bodyStart).suffix(6), "Size {")
    XCTAssertEqual(type.members.map { text.text($0.range) }, ["var a = 1"])
  }

  func testTheAccessOfMembersIsThatOfTheType() {
    let table = [
      ("enum A {}", ""), ("public enum A {}", "public "), ("open class A {}", "public "),
      ("package enum A {}", "package "), ("fileprivate enum A {}", "fileprivate "), ("private enum A {}", ""),
      ("@A public final class B {}", "public "),
    ]
    for (source, access) in table { XCTAssertEqual(readType(source)?.prefix.access, access, source) }
  }

  func testWhatIsNoTypeIsNone() {
    for source in ["", "func f() {}", "var a = 1", "}", "@", "#if"] { XCTAssertNil(readType(source), source) }
  }

  func testAttributesAreFoundWithAndWithoutTheirModule() throws {
    let type = try XCTUnwrap(readType("@Troupe.CasePathable @A<B.C> enum D {}"))
    XCTAssertTrue(type.prefix.has(attribute: "CasePathable"))
    XCTAssertTrue(type.prefix.has(attribute: "A"))
    XCTAssertFalse(type.prefix.has(attribute: "C"))
  }
}
