import Troupe
import XCTest

/// What `@DependencyClient` writes, used. The clients are in `Clients.swift`.
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
}
