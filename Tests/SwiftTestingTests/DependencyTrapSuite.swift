#if os(Linux) || os(macOS)
  import Testing
  import TroupeComposable

  /// The message of a process that reads a dependency as a type that the value doesn't have. The test
  /// crashes a separate process.
  @Suite struct DependencyTrapSuite {
    private enum AnyKey: TestDependencyKey {
      static let testValue: any Sendable = 7
    }

    // S828
    @Test func aValueOfAnotherTypeTraps() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @Dependency(AnyKey.self, as: String.self) var text
        _ = text.count
      }
      let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(message.contains("was read, but the dependency's value is of type Int."))
    }
  }
#endif
