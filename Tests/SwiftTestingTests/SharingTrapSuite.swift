#if os(Linux) || os(macOS)
  import Testing
  import Troupe
  import TroupeSharing

  /// The messages of processes that lock shared values in a wrong way. Each test crashes a separate process.
  @Suite struct SharingTrapSuite {
    private static func message(_ result: ExitTest.Result?) throws -> String {
      String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    }

    // S873
    @Test func aBodyMustNotLockAnotherValue() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let seats = Shared(wrappedValue: 1, .inMemory("seats"))
        let price = Shared(wrappedValue: 2, .inMemory("price"))
        seats.withLock { seats in price.withLock { $0 += seats } }
      }
      let message = try Self.message(result)
      #expect(message.contains(#"The shared value .inMemory("price") was locked in the body"#))
      #expect(message.contains(#"has locked .inMemory("seats")"#))
    }

    // S873
    @Test func aBodyMustNotReadItsOwnValue() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let seats = Shared(wrappedValue: 1, .inMemory("seats"))
        seats.withLock { $0 = seats.wrappedValue + 1 }
      }
      #expect(try Self.message(result).contains(#"The shared value .inMemory("seats") was read in the body"#))
    }

    // S873
    @Test func twoPartsOfAValueAreLockedTogether() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let pair = Shared(value: [1, 2])
        withLock(pair[0], pair[1]) { first, second in first = second }
      }
      #expect(try Self.message(result).contains("two parts of Shared<"))
    }

    // S873
    @Test func aBodyMayReadAnotherValue() {
      let seats = Shared(value: 1)
      let price = Shared(value: 2)
      seats.withLock { $0 += price.wrappedValue }
      #expect(seats.wrappedValue == 3)
    }
  }
#endif
