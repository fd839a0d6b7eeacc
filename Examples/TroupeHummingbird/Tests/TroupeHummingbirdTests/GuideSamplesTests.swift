import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import NIOCore
import ServiceLifecycle
import Troupe
import TroupeHummingbird
import XCTest

// The samples of `StoresBehindRequests.md` that need Hummingbird, with what they use of the other samples;
// the samples of the readme and of doc comments; the recipe `RecipeServerSentEvents.md`.

@Reducer
struct Room {
  struct State { var messages: [String] = [] }
  enum Action { case posted(String), saved(String) }

  let save: @Sendable (String) async throws -> Void

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .posted(let text):
        return .run(name: "save") { send in
          try await save(text)
          await send(.saved(text))
        }
      case .saved(let text):
        state.messages.append(text)
        return .none
      }
    }
  }
}

func makeFeed(of room: StoreOf<Room>) async -> StoreFeed<String> {
  await room.feed(buffering: 1_024, overflow: .fail) { action, _ -> String? in
    guard case .saved(let text) = action else { return nil }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.map { "data: \($0)\n" }.joined()
  }
}

func follow(
  _ feed: StoreFeed<String>,
  lastEventID: String?,
  write: (String) async throws -> Void
) async throws {
  var events = feed.events()
  if let lastEventID {
    guard let position = FeedPosition(lastEventID) else { return try await write("event: reload\ndata:\n\n") }
    events = feed.events(after: position)
  }
  do {
    for try await element in events {
      try await write("id: \(element.position)\n\(element.event)\n")
    }
  } catch let error as FeedError where error.code == .missedEvents || error.code == .unknownPosition {
    try await write("event: reload\ndata:\n\n")
  }
}

struct RoomContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: Source) { (coreContext, channel) = (.init(source: source), source.channel) }
}

struct RoomService: Service {
  let room: StoreOf<Room>

  func run() async {
    try? await gracefulShutdown()
    await room.shutdown(within: .seconds(10))
  }
}

func server(of room: StoreOf<Room>) async -> some ApplicationProtocol {
  let feed = await makeFeed(of: room)
  let router = Router(context: RoomContext.self)
  router.get("events") { request, context in
    let body = ResponseBody.stream(on: context.channel) { writer in
      try await follow(feed, lastEventID: request.headers[.lastEventID]) { text in
        try await writer.write(ByteBuffer(string: text))
      }
    }
    return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
  }
  let http = HTTP1Channel.Configuration(additionalChannelHandlers: [ConnectionGuard().makeHandler()])
  return Application(router: router, server: .http1(configuration: http), services: [RoomService(room: room)])
}

final class GuideSamplesTests: XCTestCase {
  func makeRoom() -> StoreOf<Room> { Store(initialState: Room.State()) { Room(save: { _ in }) } }

  func testClientsFollowARoomUntilTheServerShutsDown() async throws {
    let room = makeRoom()
    let (seen, rest) = (Counter(), Signal<String>())
    try await withServer(server(of: room)) { port in
      for _ in 0..<2 {
        let client = try await Client(port: port)
        try await client.get("/events")
        Task {
          let text = await client.read(until: "data: a\n\n")
          XCTAssertTrue(text.contains("text/event-stream"), text)
          seen.add()
          rest.send(await client.read())
        }
      }
      // A client gets the events after it has begun to follow.
      while seen.count < 2 { await room.send(.posted("a")).finish() }
    }
    for _ in 0..<2 {
      let text = await rest.wait()
      XCTAssertTrue(text.hasSuffix("0\r\n\r\n"), text)
    }
    XCTAssertThrowsError(try room.enqueue(.posted("b")), "The room has been shut down.")
  }
}

extension GuideSamplesTests {
  /// A client of a long poll gets the next event.
  func testAClientWaitsForTheNextMessage() async throws {
    let room = makeRoom()
    let router = Router(context: RoomContext.self)
    router.get("next") { _, context in
      let count = await room.messages.count
      return try await cancelWhenConnectionEnds(context.channel) {
        try await room.wait { $0.messages.count > count ? $0.messages.last : nil }
      }
    }
    let http = HTTP1Channel.Configuration(additionalChannelHandlers: [ConnectionGuard().makeHandler()])
    let application = Application(router: router, server: .http1(configuration: http))
    try await withServer(application) { port in
      let seen = Counter()
      for _ in 0..<2 {
        let client = try await Client(port: port)
        try await client.get("/next")
        Task {
          let text = await client.read(until: "hello")
          XCTAssertTrue(text.hasPrefix("HTTP/1.1 200 OK"), text)
          // It waits while the server shuts down.
          try await client.get("/next")
          seen.add()
        }
      }
      while seen.count < 2 { await room.send(.posted("hello")).finish() }
    }
    await room.shutdown(within: .zero)
  }
}

@Reducer
struct Scoreboard {
  struct State: Equatable, Sendable {
    var scores: [String: Int] = [:]
  }

  enum Action: Equatable {
    case scored(team: String, points: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .scored(let team, let points):
        state.scores[team, default: 0] += points
        return .none
      }
    }
  }
}

/// The scores, and the position of the feed that belongs to them.
struct ScorePage: ResponseCodable {
  var scores: [String: Int]
  var position: FeedPosition
}

/// A request's context, with its connection.
struct ScoreContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: Source) { (coreContext, channel) = (.init(source: source), source.channel) }
}

/// Shuts the store down when the server has ended.
struct ScoreService: Service {
  let scoreboard: StoreOf<Scoreboard>

  func run() async {
    try? await gracefulShutdown()
    await scoreboard.shutdown(within: .seconds(10))
  }
}

func scoreServer(of scoreboard: StoreOf<Scoreboard>) async -> some ApplicationProtocol {
  // Each event is encoded once, for all clients.
  let feed = await scoreboard.feed(buffering: 1_024) { action, state -> String? in
    switch action {
    case .scored(let team, _): "data: \(team) \(state.scores[team] ?? 0)\n"
    }
  }
  let router = Router(context: ScoreContext.self)
  router.get("scores") { _, _ in
    let (scores, position) = await scoreboard.withState { ($0.scores, feed.position) }
    return ScorePage(scores: scores, position: position)
  }
  router.post("scores/:team/:points") { _, context -> HTTPResponse.Status in
    let team = try context.parameters.require("team")
    let points = try context.parameters.require("points", as: Int.self)
    await scoreboard.send(.scored(team: team, points: points))
    return .ok
  }
  router.get("events") { request, context in
    // A browser that reconnects sends the header. A page that connects for the first time sends `after`.
    let last = request.headers[.lastEventID] ?? request.uri.queryParameters["after"].map(String.init)
    let body = ResponseBody.stream(on: context.channel) { writer in
      do {
        let position = last.map { FeedPosition($0) ?? FeedPosition(epoch: 0, number: 0) }
        for try await element in position.map(feed.events(after:)) ?? feed.events() {
          try await writer.write(ByteBuffer(string: "id: \(element.position)\n\(element.event)\n"))
        }
      } catch is FeedError {
        // The client has missed events, or comes from another run of the program.
        try await writer.write(ByteBuffer(string: "event: reload\ndata:\n\n"))
      }
    }
    return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
  }
  let http = HTTP1Channel.Configuration(additionalChannelHandlers: [ConnectionGuard().makeHandler()])
  return Application(
    router: router,
    server: .http1(configuration: http),
    services: [ScoreService(scoreboard: scoreboard)]
  )
}

/// Runs the server until SIGTERM or SIGINT.
func runScoreServer() async throws {
  let scoreboard = Store(initialState: Scoreboard.State()) { Scoreboard() }
  try await scoreServer(of: scoreboard).runService()
}

final class ScoreServerTests: XCTestCase {
  func testAClientGetsWhatHappensAfterItsPage() async throws {
    let scoreboard = Store(initialState: Scoreboard.State()) { Scoreboard() }
    let server = await scoreServer(of: scoreboard)
    try await server.test(.live) { client in
      try await client.execute(uri: "/scores/red/1", method: .post) { XCTAssertEqual($0.status, .ok) }
      let page = try await client.execute(uri: "/scores", method: .get) {
        try JSONDecoder().decode(ScorePage.self, from: Data($0.body.readableBytesView))
      }
      XCTAssertEqual(page.scores, ["red": 1])
      try await client.execute(uri: "/scores/red/2", method: .post) { XCTAssertEqual($0.status, .ok) }
      try await client.execute(uri: "/scores/blue/3", method: .post) { XCTAssertEqual($0.status, .ok) }

      // The stream ends with the store, after the events that the client hasn't seen.
      await scoreboard.shutdown(within: .zero)
      let stream = try await client.execute(uri: "/events?after=\(page.position)", method: .get) {
        String(buffer: $0.body)
      }
      let data = stream.split(separator: "\n").filter { $0.hasPrefix("data: ") }
      XCTAssertEqual(data, ["data: red 3", "data: blue 3"])
    }
  }

  func testAClientOfAnotherRunReloads() async throws {
    let scoreboard = Store(initialState: Scoreboard.State()) { Scoreboard() }
    let server = await scoreServer(of: scoreboard)
    try await server.test(.live) { client in
      let headers: HTTPFields = [.lastEventID: "5f2c9a1b04e7d3a8.17"]
      let stream = try await client.execute(uri: "/events", method: .get, headers: headers) {
        String(buffer: $0.body)
      }
      XCTAssertEqual(stream, "event: reload\ndata:\n\n")
    }
  }
}
