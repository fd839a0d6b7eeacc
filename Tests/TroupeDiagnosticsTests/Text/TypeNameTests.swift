import XCTest

@testable import TroupeDiagnostics

private struct Outer<Value> {
  struct Inner {}
  fileprivate struct Hidden<Other> {}
}

final class TypeNameTests: XCTestCase {
  func testNamesLeaveOutModulesAndPrivateContexts() {
    struct Local { struct Inside {} }
    typealias Variadic = (Int...) -> Void
    let names: [(Any.Type, String)] = [
      (Int.self, "Int"),
      (Outer<Int>.Inner.self, "Outer<Int>.Inner"),
      (Outer<String>.Hidden<Outer<Int>.Inner>.self, "Outer<String>.Hidden<Outer<Int>.Inner>"),
      (Local.self, "Local"),
      (Local.Inside.self, "Local.Inside"),
      ([Outer<Local>].self, "Array<Outer<Local>>"),
      ((Local, x: Outer<Int>.Inner).self, "(Local, x: Outer<Int>.Inner)"),
      ((@Sendable (Local) -> [Int]).self, "@Sendable (Local) -> Array<Int>"),
      (Variadic.self, "(Int...) -> ()"),
    ]
    for (type, name) in names { XCTAssertEqual(TypeName(type).full, name) }
    XCTAssertEqual(TypeName(Outer<String>.Hidden<Local>.self).short, "Outer.Hidden")
    XCTAssertEqual(TypeName(Outer<String>.self).module, "TroupeDiagnosticsTests")
  }
}
