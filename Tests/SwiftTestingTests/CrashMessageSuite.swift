#if os(Linux) || os(macOS)
  import Foundation
  import Testing
  import Troupe
  import TroupeDiagnostics
  import TroupeInstruments

  /// The message of a process that crashes in a reducer. Each test crashes a separate process.
  @Suite struct CrashMessageSuite {
    struct Crashing: Reducer {
      struct State: Sendable {
        var count = 0
      }

      enum Action: Sendable {
        case up
        case crash(secret: String)
        case abort
        case crashInEffect
        case crashLater
      }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .up:
            state.count += 1
            return .none
          case .crash(let secret):
            precondition(secret.isEmpty, "The reducer trapped.")
            return .none
          case .abort:
            Foundation.abort()
          case .crashInEffect:
            return .run { _ in preconditionFailure("The effect trapped.") }
          case .crashLater:
            return .run { send in await send(.crash(secret: "swordfish")) }
          }
        }
      }
    }

    private static func store(_ instruments: any Instrument...) -> StoreOf<Crashing> {
      var configuration = StoreConfiguration<Crashing.Action>()
      configuration.name = "crashing"
      configuration.instruments = instruments
      return Store(initialState: Crashing.State(), configuration: configuration) { Crashing() }
    }

    private static func messages(_ result: ExitTest.Result?) throws -> [String] {
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      return text.split(separator: "\n").map { String($0) }.filter { $0.hasPrefix("Troupe: ") }
    }

    // S745
    @Test func anInstrumentNamesTheActionThatCrashed() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Self.store(CrashMessages()).send(.up)
        await Self.store(CrashMessages()).send(.crash(secret: "swordfish"))
      }
      let messages = try Self.messages(result)
      #expect(messages.count == 1)
      let message = try #require(messages.first)
      let store = #"the store "crashing" (SwiftTestingTests/CrashMessageSuite.swift:"#
      #expect(message.hasPrefix("Troupe: The process crashed while " + store))
      let action =
        /\d\) was reducing CrashMessageSuite.Crashing.Action.crash\(secret: …\). This is action \w+\.1\.$/
      #expect(message.contains(action))
    }

    // S745
    @Test func aCrashNamesWhatItFollowsFrom() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = Self.store(CrashMessages(showsPayloads: true))
        await store.send(.crashLater).finish()
      }
      let message = try #require(try Self.messages(result).first)
      let action = /\.crash\(secret: "swordfish"\). This is action (\w+)\.2, caused by action \1\.1\.$/
      #expect(message.contains(action))
    }

    #if DEBUG
      // S745
      @Test func inDebugBuildsAllStoresDo() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await Self.store().send(.crash(secret: "swordfish"))
        }
        let messages = try Self.messages(result)
        #expect(messages.count == 1)
        #expect(messages.first?.contains(/was reducing .*Crashing.Action.crash\(secret: …\)\.$/) == true)
      }
    #endif

    // S746
    @Test func onlyReducersAreNamed() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = Self.store(CrashMessages())
        await store.send(.crashInEffect).finish()
      }
      #expect(try Self.messages(result).isEmpty)
    }

    // S747
    @Test func theSignalIsTheOneThatItWas() async throws {
      let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        signal(SIGABRT, SIG_DFL)
        await Self.store(CrashMessages()).send(.abort)
      }
      #expect(try Self.messages(result).count == 1)
      _ = await #expect(processExitsWith: .signal(SIGSEGV)) {
        signal(SIGSEGV, SIG_DFL)
        CrashNote.during("A note.") { _ = raise(SIGSEGV) }
      }
    }

    // S747
    @Test func theHandlerThatWasThereBeforeIsCalled() async throws {
      let result = await #expect(processExitsWith: .exitCode(42), observing: [\.standardErrorContent]) {
        for number in [SIGILL, SIGTRAP] { signal(number) { _ in _exit(42) } }
        await Self.store(CrashMessages()).send(.crash(secret: "swordfish"))
      }
      #expect(try Self.messages(result).count == 1)
    }

    // S747
    @Test func notesAreNested() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        CrashNote.during("Troupe: before") {}
        CrashNote.during("Troupe: outer") {
          CrashNote.during("Troupe: inner") {
            CrashNote.during("Troupe: between") {}
            CrashNote.during("Troupe: inner") { preconditionFailure() }
          }
        }
      }
      #expect(try Self.messages(result) == ["Troupe: inner.", "Troupe: outer."])
    }
  }
#endif
