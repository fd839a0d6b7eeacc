import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import Troupe
import TroupeHummingbird
import XCTest

// The samples of `StoresBehindRequests.md` that need Hummingbird, with what they use of the other samples;
// the samples of the readme and of doc comments.

struct Room: Reducer {
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
