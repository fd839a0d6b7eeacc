import XCTest

/// What `@DependencyClient` and `@DependencyEndpoint` reject, and how.
final class ClientDiagnosticsTests: XCTestCase {
  private func check(_ table: [(source: String, messages: [String])], line: UInt = #line) throws {
    for (source, messages) in table {
      XCTAssertEqual(try Compiler.check(source), messages, source, line: line)
    }
  }

  // S748
  func testEndpointsThatCantBeWrittenAreRefusedInTheirLine() throws {
    let table: [(endpoint: String, message: String)] = [
      (
        "var a: (_ numbers: Int...) throws -> Int",
        "has a variadic parameter, which can't be passed on; take an array: '[Int]'"
      ),
      (
        "var a: (_ value: @autoclosure Maker) throws -> Int",
        "has an autoclosure behind a type alias; write its type out: '@autoclosure () -> Int'"
      ),
      (
        "var a: (_ value: @autoclosure () async -> Int) throws -> Int",
        "has an 'async' autoclosure, but isn't 'async' itself; make the function 'async', or take a closure"
      ),
      (
        "@MainActor var a: @Sendable (_ value: @autoclosure () -> Int) async -> Int = { _ in 1 }",
        "has an autoclosure that would leave the client's actor; take a '@Sendable' closure instead"
      ),
      (
        "@MainActor var a: @Sendable (_ worker: isolated Worker) -> Int = { _ in 1 }",
        "has an 'isolated' parameter, which a method of an actor's client can't have; leave out the names of "
          + "the parameters"
      ),
      (
        "var a: (isolated Worker) async -> Int = { _ in 1 }",
        "has an 'isolated' parameter, so it must be '@Sendable' to have an initial value"
      ),
      (
        "var a: @convention(c) () -> Void",
        "is a C function, which can't report that it isn't implemented; leave out '@convention', or mark it with "
          + "'@DependencyEndpointIgnored'"
      ),
      (
        "var a: @isolated(any) (_ id: Int) throws -> Void",
        "is '@isolated(any)', so its calls can't be passed on; leave out '@isolated(any)', or give 'a' neither "
          + "parameter names nor an initial value"
      ),
      (
        "var a: () -> some Equatable = one",
        "returns an opaque type, which no other function can return; write 'any', or the type itself"
      ),
      ("@available(*, deprecated) var a: () throws -> Int", "is deprecated, so it needs an initial value"),
    ]
    for (endpoint, message) in table {
      let client = "@DependencyClient struct Client {\n  \(endpoint)\n}\n"
      let column = (endpoint.firstRange(of: "var ")?.upperBound).map {
        endpoint.distance(from: endpoint.startIndex, to: $0)
      }
      let support = "typealias Maker = () -> Int\nactor Worker {}\nfunc one() -> some Equatable { 1 }"
      XCTAssertEqual(
        try Compiler.check(client + support),
        ["3:\((column ?? 0) + 3): error: 'a' \(message)"],
        endpoint
      )
    }
  }

  // S748
  func testAnErrorTypeOfTheProgramNeedsAnInitialValue() throws {
    try check([
      (
        "struct E: Error {}\n@DependencyClient struct Client {\n  var a: (Int) throws(E) -> Int\n}",
        [
          "4:7: error: 'a' throws only 'E', so it needs an initial value that throws this error or returns",
          "4:7: note: add an initial value",
        ]
      ),
      (
        "@DependencyClient struct Client {\n  let (a, b): (Int, Int)\n}",
        ["3:7: error: '(a, b)' has no initial value; declare each name separately, with its type"]
      ),
    ])
  }

  // S748
  func testTwoMethodsMayNotHaveOneName() throws {
    let source = """
      @DependencyClient struct Client {
        var post: (_ id: Int) throws -> Void
        @DependencyEndpoint(method: "post") var send: (_ id: Int) throws -> Void
      }
      """
    try check([
      (
        source,
        [
          "4:43: error: another endpoint has the method 'post(id:)'; give the method of 'send' another name with "
            + "'@DependencyEndpoint(method:)'"
        ]
      )
    ])
  }

  // S748
  func testAnEndpointByItselfWantsAStoredPropertyAndAName() throws {
    let named = "'@DependencyEndpoint' needs a method name in quotes: 'method: \"load\"'"
    let stored = "'@DependencyEndpoint' can only be applied to a stored property that isn't 'lazy'"
    let type = "(_ id: Int) throws -> Void"
    let attribute = "@DependencyEndpoint"
    try check([
      (
        "struct S {\n  @DependencyEndpoint(method: \"a\\(1)\") var a: \(type)\n}",
        ["3:3: error: \(named)", "3:3: note: remove '@DependencyEndpoint(method: \"a\\(1)\")'"]
      ),
      (
        "struct S {\n  \(attribute) static let a: @Sendable \(type) = { _ in }\n}",
        ["3:3: error: \(stored)", "3:3: note: remove '\(attribute)'"]
      ),
      (
        "struct S {\n  \(attribute) lazy var a: \(type) = { _ in }\n}",
        ["3:3: error: \(stored)", "3:3: note: remove '\(attribute)'"]
      ),
      ("struct S {\n  @DependencyEndpoint(method: \"init\") var a: \(type)\n}", []),
      ("struct S {\n  @DependencyEndpoint(method: \"two words\") var a: \(type)\n}", []),
    ])
  }

  // S748
  func testAFunctionBehindATypeAliasHasAMessage() throws {
    let messages = try Compiler.check(
      "typealias Load = () throws -> Int\n@DependencyClient struct Client {\n  var a: Load\n}"
    )
    let errors = messages.filter { $0.contains("error: ") }
    XCTAssertEqual(errors.count, 1, "\(messages)")
    XCTAssertTrue(
      errors.first?.contains("can't see the function behind a type alias") ?? false,
      "\(messages)"
    )
  }

  // S750
  func testTheInitialiserIsAsVisibleAsWhatItSets() throws {
    let source = """
      struct Box {}
      @DependencyClient public struct Client {
        public var load: () throws -> Int
        var box: (Box) throws -> Void
        private var cache: Box?
      }
      public extension Client {
        @DependencyClient struct Inner { public var load: () throws -> Int }
      }
      func make() -> Client { Client(box: { _ in }) }
      """
    XCTAssertEqual(try Compiler.check(source, options: ["-warnings-as-errors"]), [])
    let hidden = try Compiler.check(files: [
      "import Troupe\n@DependencyClient struct Client {\n  fileprivate let box: Box\n}\nprivate struct Box {}",
      "let make = Client.init",
    ])
    XCTAssertEqual(hidden[0].filter { !$0.contains("note: ") }, [])
    XCTAssertTrue(hidden[1].first?.contains("'fileprivate' protection level") ?? false, "\(hidden)")
  }

  func testPropertiesThatSetThemselvesAreNoArguments() throws {
    let source = """
      @DependencyClient struct Client {
        @Dependency(\\.withRandomNumberGenerator) var generator: WithRandomNumberGenerator
        static let shared = 1
        lazy var cached: Int = 2
        private var cache: Int?
        let version: Int = 3
        var inferred = 4
        var load: () throws -> Int { didSet {} }
        var (x, y): (Int, Int) = (1, 2)
      }
      func make() -> Client { Client(load: { 1 }) }
      """
    XCTAssertEqual(try Compiler.check(source), [])
  }
}
