import Foundation
import Testing
import Troupe
import TroupeFoundation
import TroupeTesting
import XCTest

struct Weather: Sendable {
  var temperature: @Sendable (_ city: String) async throws -> Double
}

enum WeatherKey: DependencyKey {
  static var liveValue: Weather {
    Weather(temperature: { city in try await WeatherService.shared.temperature(in: city) })
  }
  static var testValue: Weather {
    Weather(temperature: unimplemented("Weather.temperature"))
  }
}

extension DependencyValues {
  var weather: Weather {
    get { self[WeatherKey.self] }
    set { self[WeatherKey.self] = newValue }
  }
}

extension Weather {
  static let sunny = Weather(temperature: { _ in 21 })
  static let offline = Weather(temperature: { _ in -1 })

  static func openMeteo(session: Double) -> Weather { Weather(temperature: { _ in session }) }
}

private actor WeatherService {
  static let shared = WeatherService()

  func temperature(in city: String) throws -> Double { 11 }
}

extension DependencyValues {
  static var offline: DependencyValues {
    var values = DependencyValues()
    values.weather = .offline
    return values
  }
}

private protocol Mailer: Sendable {}

private struct RecordingMailer: Mailer {
  var count = 0
}

private enum MailerKey: TestDependencyKey {
  static var testValue: any Mailer { RecordingMailer(count: 3) }
}

extension DependencyValues {
  fileprivate var mailer: any Mailer { self[MailerKey.self] }
}

extension DependencyValues {
  @DependencyEntry var pageSize: Int = 10
}

extension DependencyValues {
  @DependencyEntry(liveValue: 50) var rowCount: Int = 3
}

extension DependencyValues {
  @DependencyEntry(previewValue: 5) var columnCount: Int = 2
}

extension DependencyValues {
  @DependencyEntry(liveValue: 400, previewValue: 40) var characterLimit: Int = 4
}

struct Greeting: DependencyKey {
  var text: String

  static let liveValue = Greeting(text: "Hello")
}

@Reducer
struct Forecast {
  struct State { var temperature: Double? }
  enum Action { case refresh, measured(Double) }

  @Dependency(\.weather) var weather

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .refresh:
        return .run { send in await send(.measured(try await weather.temperature("Oslo"))) }
      case .measured(let temperature):
        state.temperature = temperature
        return .none
      }
    }
  }
}

private struct ForecastModel: Sendable {
  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid
  @Dependency(\.weather) var weather

  func temperature() async throws -> Double { try await weather.temperature("Oslo") }

  func report() async throws -> String {
    "\(now.formatted(.iso8601.year().month().day())): \(Int(try await temperature()))°"
  }
}

/// The samples of `Dependencies.md`, and of the doc comments of the dependencies.
final class DependenciesTests: TroupeTestCase {
  override func invokeTest() { withFreshDependencies { super.invokeTest() } }

  func testATypeThatIsItsOwnKey() {
    @Dependency(Greeting.self) var greeting
    withDependencies {
      $0.context = .live
    } operation: {
      XCTAssertEqual(greeting.text, "Hello")
    }
  }

  func testEntries() {
    func numbers(_ context: DependencyContext) -> [Int] {
      withDependencies {
        $0.context = context
      } operation: {
        @Dependency(\.pageSize) var pageSize
        @Dependency(\.rowCount) var rowCount
        @Dependency(\.columnCount) var columnCount
        @Dependency(\.characterLimit) var characterLimit
        return [rowCount, characterLimit] + (context == .live ? [] : [pageSize, columnCount])
      }
    }
    XCTAssertEqual(numbers(.test), [3, 4, 10, 2])
    XCTAssertEqual(numbers(.live), [50, 400])
    XCTAssertEqual(numbers(.preview), [50, 40, 10, 5])
  }

  func testAStore() async {
    let store = Store(initialState: Forecast.State()) {
      Forecast()
    } withDependencies: {
      $0.weather.temperature = { _ in 21 }
    }
    await store.send(.refresh).finish()
    let temperature = await store.temperature
    XCTAssertEqual(temperature, 21)
  }

  func testTheLiveValue() async {
    let store = Store(initialState: Forecast.State()) {
      Forecast()
    } withDependencies: {
      $0.context = .live
    }
    await store.send(.refresh).finish()
    let temperature = await store.temperature
    XCTAssertEqual(temperature, 11)
  }

  private struct Region: Reducer {
    var body: some ReducerOf<Forecast> {
      CombineReducers {
        Forecast()
      }
      .dependency(\.weather, .offline)
    }
  }

  func testAPartOfTheTree() async {
    let store = Store(initialState: Forecast.State()) { Region() }
    await store.send(.refresh).finish()
    let temperature = await store.temperature
    XCTAssertEqual(temperature, -1)
  }

  func testAModel() async throws {
    let model = withDependencies {
      $0.weather.temperature = { _ in 21 }
    } operation: {
      ForecastModel()
    }
    let temperature = try await model.temperature()
    XCTAssertEqual(temperature, 21)
  }

  func testASet() async throws {
    let model =
      withDependencies {
        $0.merge(.offline)
      } operation: {
        ForecastModel()
      }
    var temperature = try await model.temperature()
    XCTAssertEqual(temperature, -1)

    func checkTheService() async throws -> Double { try await ForecastModel().temperature() }
    temperature =
      try await withDependencies {
        $0 = .live
      } operation: {
        try await checkTheService()
      }
    XCTAssertEqual(temperature, 11)
  }

  func testAValueOfItsOwnType() {
    @Dependency(\.mailer, as: RecordingMailer.self) var mailer
    XCTAssertEqual(mailer?.count, 3)
  }

  private struct Refreshing: Sendable {
    let temperatures = Collector<Double>()

    func refresh() async {
      @Dependency(\.weather) var weather
      if let temperature = try? await weather.temperature("Oslo") { temperatures.append(temperature) }
    }
  }

  func testADetachedTask() async {
    let model = Refreshing()
    let task = withDependencies {
      $0.weather = .sunny
    } operation: {
      withEscapedDependencies { dependencies in
        Task.detached {
          await dependencies.yield { await model.refresh() }
        }
      }
    }
    await task.value
    XCTAssertEqual(model.temperatures.all, [21])
  }

  func testAProgram() async throws {
    let session = 7.0
    prepareDependencies {
      $0.weather = .openMeteo(session: session)
    }
    let temperature = try await ForecastModel().temperature()
    XCTAssertEqual(temperature, 7)
  }

  func testFoundation() {
    let model = ForecastModel()
    withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.uuid = .incrementing
    } operation: {
      XCTAssertEqual(model.now, Date(timeIntervalSince1970: 0))
      XCTAssertEqual([model.uuid(), model.uuid()], [UUID(0), UUID(1)])
    }
  }

  private struct Analytics: Sendable {
    let events = Collector<String>()

    func track(_ event: String) async throws { events.append(event) }
  }

  func testWorkThatNobodyWaitsFor() async {
    let analytics = Analytics()
    @Dependency(\.fireAndForget) var fireAndForget
    await fireAndForget { try await analytics.track("appeared") }
    XCTAssertEqual(analytics.events.all, ["appeared"])
  }

  private enum ReportedWeather: TestDependencyKey {
    static var testValue: Weather {
      if shouldReportUnimplemented { reportIssue("Override the weather.") }
      return Weather(temperature: { _ in 20 })
    }
  }

  // S940
  func testATestValueThatHasToBeOverridden() async throws {
    let temperature = try await withDependencies {
      $0[ReportedWeather.self].temperature = { _ in 21 }
    } operation: {
      try await Dependency(ReportedWeather.self).wrappedValue.temperature("Basel")
    }
    XCTAssertEqual(temperature, 21)
    withExpectedIssue { _ = Dependency(ReportedWeather.self).wrappedValue }
  }

  func testRandomness() {
    func roll() -> Int {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      let roll = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
      return roll
    }
    let rolls = (0..<2).map { _ in
      withDependencies {
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: 1))
      } operation: {
        [roll(), roll()]
      }
    }
    XCTAssertEqual(rolls[0], rolls[1])
  }

  private enum Endpoints {
    struct Weather: Sendable {
      var temperature: @Sendable (_ city: String) async throws -> Double
      var stations: @Sendable () -> [String]

      static let testValue = Weather(
        temperature: unimplemented("Weather.temperature"),
        stations: unimplemented("Weather.stations", placeholder: [])
      )
    }
  }

  func testUnimplementedEndpoints() {
    withExpectedIssue(matching: { $0.message.contains("Weather.stations") }) {
      XCTAssertEqual(Endpoints.Weather.testValue.stations(), [])
    }
  }
}

@Suite(.dependency(\.weather, .sunny))
struct ForecastSuite {
  @Test(.dependencies { $0.date.now = Date(timeIntervalSince1970: 0) })
  func theForecastIsDated() async throws {
    let report = try await ForecastModel().report()
    #expect(report == "1970-01-01: 21°")
  }
}
