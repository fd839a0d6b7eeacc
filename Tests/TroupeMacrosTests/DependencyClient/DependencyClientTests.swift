import Troupe
import XCTest

/// Uses of the code that `@DependencyClient` writes. The clients are in `Clients.swift`.
final class DependencyClientTests: XCTestCase {
  func testEndpointsThatAreGivenAreUsed() async throws {
    let client = Weather(temperature: { city in Double(city.count) }, log: { _, _ in }, region: "north")
    let temperature = try await client.temperature("Rome")
    XCTAssertEqual(temperature, 4)
    XCTAssertEqual(client.region, "north")
    XCTAssertEqual(client.unit, "C")
    await client.log("a", 1)
  }

  func testAnEndpointThatThrowsReportsAndThrowsWhenItIsLeftOut() async {
    let client = PublicClient()
    await withExpectedIssue(matching: { $0.message.contains("PublicClient.fetch was used") }) {
      do {
        _ = try await client.fetch(1)
        XCTFail("It doesn't throw.")
      } catch {
        XCTAssertTrue(error is UnimplementedError)
      }
    }
  }

  func testAnEndpointThatReturnsReportsAndReturnsItsInitialValueWhenItIsLeftOut() async {
    let client = Weather(region: "")
    withExpectedIssue(matching: { $0.message.contains("Weather.stations was used") }) {
      XCTAssertEqual(client.stations(), ["nowhere"])
    }
    await withExpectedIssue(matching: { $0.message.contains("Weather.double was used") }) {
      let number = await client.double(4)
      XCTAssertEqual(number, 8)
    }
    withExpectedIssue(matching: { $0.message.contains("Weather.default was used") }) {
      _ = try? client.default()
    }
  }

  // S749
  func testAnEndpointThatReturnsAnOptionalReportsAndReturnsNilWhenItIsLeftOut() async {
    let client = Weather(region: "")
    await withExpectedIssue(matching: { $0.message.contains("Weather.pressure was used") }) {
      let pressure = await client.pressure(city: "Rome")
      XCTAssertNil(pressure)
    }
  }

  func testTheIssueNamesThePlaceOfTheClient() async {
    let client = Weather(region: "")
    await withExpectedIssue(matching: { issue in
      XCTAssertTrue("\(issue.location)".contains("Clients.swift"), "\(issue.location)")
      return true
    }) {
      await client.log("", 0)
    }
  }

  func testAClientMayHaveNoEndpoints() {
    _ = NoEndpoints()
  }

  // MARK: Methods with labels

  func testEndpointsWithNamedParametersHaveMethodsWithLabels() async throws {
    var client = Labelled(format: { "<\($0)>" })
    client.move = { "\($0) \($1) \($2)" }
    let moved = try await client.move(file: "a", to: "b", 3)
    XCTAssertEqual(moved, "a b 3")
    client.add = { $0 += $1 }
    var number = 1
    client.add(number: &number, in: 2)
    XCTAssertEqual(number, 3)
    client.each = { body in body(4) }
    let collected = Collected()
    client.each { collected.add($0) }
    client.each(body: { collected.add($0) })
    XCTAssertEqual(collected.numbers, [4, 4])
    client.onMain = { $0.count }
    let count = await client.onMain(text: "four")
    XCTAssertEqual(count, 4)
    client.onLinux = { $0 }
    XCTAssertEqual(client.onLinux(id: 3), 3)
    XCTAssertEqual(client.shown(), 2)
  }

  func testAMethodMayHaveAnotherNameOrBeWritten() {
    let client = Labelled(forecastIn: { [Double($0.count)] }, format: { $0 }, own: { $0 + "!" })
    XCTAssertEqual(client.forecast(city: "Rome"), [4])
    XCTAssertEqual(client.own(text: "a"), "own a!")
  }

  func testAMethodOfAnEndpointThatIsLeftOutReports() async {
    let client = Labelled(format: { $0 })
    await withExpectedIssue(matching: { $0.message.contains("Labelled.move was used") }) {
      do {
        _ = try await client.move(file: "", to: "", 0)
        XCTFail("It doesn't throw.")
      } catch {
        XCTAssertTrue(error is UnimplementedError)
      }
    }
  }

  // S749
  func testTheAttributeOfAnEndpointWithoutNamesChangesNothing() {
    withExpectedIssue(matching: { $0.message.contains("Labelled.stop was used") }) {
      XCTAssertEqual(Labelled(format: { $0 }).stop(3), 3)
    }
    XCTAssertEqual(Labelled(stop: { -$0 }, format: { $0 }).stop(3), -3)
  }

  func testAnIgnoredFunctionIsAnArgumentAndHasNoMethod() {
    XCTAssertEqual(Labelled(format: { "<\($0)>" }).format("a"), "<a>")
  }

  func testAnEndpointByItselfHasAMethod() async throws {
    let endpoints = Endpoints(
      load: { "\($0)" },
      fail: { code throws(LabelledError) in throw LabelledError(code: code) }
    )
    let text = try await endpoints.load(id: 7)
    XCTAssertEqual(text, "7")
    do throws(LabelledError) {
      _ = try endpoints.fail(code: 5)
      XCTFail("It doesn't throw.")
    } catch {
      XCTAssertEqual(error, LabelledError(code: 5))
    }
  }
}

private final class Collected: Sendable {
  private let state = Locked<[Int]>([])
  var numbers: [Int] { state.withLock { $0 } }
  func add(_ number: Int) { state.withLock { $0.append(number) } }
}
