#if os(Linux) || os(macOS)
  import Foundation
  import Testing
  import Troupe

  /// The message of a process that would recurse endlessly. Each test ends a separate process.
  @Suite struct EndlessMessageSuite {
    private static func message(_ result: ExitTest.Result?) throws -> String {
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      let start = try #require(text.range(of: "Fatal error: "), "\(text)")
      // A backtrace may follow.
      return String(text[start.upperBound...].components(separatedBy: "\n\n")[0])
    }

    private static func inProgram(_ operation: () -> Void) {
      withDependencies {
        $0.context = .live
      } operation: {
        operation()
      }
    }

    // S769
    @Test func liveValuesThatNeedEachOtherAreNamed() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Self.inProgram {
          @Dependency(Endless.First.self) var first
          print(first)
        }
      }
      #expect(
        try Self.message(result) == """
          The live values of dependencies need each other, so none can be created before the others: Endless.First → \
          Endless.Second → Endless.Third → Endless.First.
          """
      )
    }

    // S769
    @Test func aLiveValueThatIsAStaticLetDoesNotHang() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Self.inProgram {
          @Dependency(Endless.Constant.self) var constant
          print(constant)
        }
      }
      #expect(try Self.message(result).hasSuffix(": Endless.Constant → Endless.Constant."))
    }

    // S769
    @Test func testValuesThatNeedEachOtherAreNamed() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @Dependency(Endless.First.self) var first
        print(first)
      }
      let message = try Self.message(result)
      #expect(message.hasPrefix("The test values of dependencies need each other"))
      #expect(message.hasSuffix(": Endless.First → Endless.Second → Endless.Third → Endless.First."))
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("Troupe: The test values of dependencies need each other"))
    }

    // S769
    @Test func freshValuesThatNeedEachOtherAreNamed() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Self.inProgram {
          @Dependency(Endless.Fresh.self) var fresh
          print(fresh)
        }
      }
      #expect(try Self.message(result).contains("Endless.Fresh → Endless.Fresh"))
    }

    // S769
    @Test func aKeyWhoseValuesAreMadeFromEachOtherIsNamed() async throws {
      let live = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Self.inProgram {
          @Dependency(Endless.LiveFromTest.self) var value
          print(value)
        }
      }
      #expect(
        try Self.message(live) == """
          Endless.LiveFromTest has only values that are created from each other: `liveValue` → `testValue` → \
          `previewValue` → `liveValue`.
          """
      )
      let test = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @Dependency(Endless.LiveFromTest.self) var value
        print(value)
      }
      #expect(
        try Self.message(test).hasSuffix(
          "`testValue` → `previewValue` → `liveValue` → `testValue` → `previewValue`."
        )
      )
      let preview = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        print(Endless.TestFromPreview.testValue)
      }
      #expect(
        try Self.message(preview).hasSuffix("`previewValue` → `testValue` → `previewValue` → `testValue`.")
      )
      let constant = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Self.inProgram {
          @Dependency(Endless.ConstantFromTest.self) var value
          print(value)
        }
      }
      #expect(
        try Self.message(constant).hasPrefix(
          "Endless.ConstantFromTest has only values that are created from each other"
        )
      )
    }

    // S770
    @Test(arguments: ["rows", "optional", "case", "presented", "stack", "erased"])
    func aFeatureThatIsNestedTooDeepIsNamed(kind: String) async throws {
      // In some versions of the library, an exit test can't capture the test's arguments.
      let result =
        switch kind {
        case "rows":
          await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Deep.send(.rows, depth: 1_600)
          }
        case "optional":
          await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Deep.send(.optional, depth: 1_600)
          }
        case "case":
          await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Deep.send(.other, depth: 1_600)
          }
        case "presented":
          await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Deep.send(.presented, depth: 1_600)
          }
        case "stack":
          await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Deep.send(.stack, depth: 1_600)
          }
        default:
          await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Deep.send(.erased, depth: 1_600)
          }
        }
      let message = try Self.message(result)
      #expect(message.contains(/^Deep(\.Next)?\ was\ about\ to\ run\ inside\ /))
      #expect(message.contains(/The operator at SwiftTestingTests\/Deep.swift:\d+ embeds the feature.$/))
    }

    // S770
    @Test func aFeatureInItsOwnStateIsNamed() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Store(initialState: 0) { InItself() }.send(true)
      }
      #expect(try Self.message(result).contains(" was about to run inside "))
    }

    // S770
    @Test func aBodyThatContainsItselfIsNamed() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Store(initialState: 0) { Erased() }.send(true)
      }
      #expect(try Self.message(result) == "The stack is full while the body of Erased is evaluated.")
    }

    // S770
    @Test func featuresMayBeDeepInsideEachOther() async {
      // Not all levels: the threads of other platforms have smaller stacks than Linux's.
      #expect(await Deep.send(.rows, depth: 500) == 500)
      #expect(await Deep.send(.optional, depth: 500) == 500)
    }
  }

  private struct InItself: Reducer {
    var body: some Reducer<Int, Bool> {
      EmptyReducer().ifLet(\.same, action: \.self) { InItself() }
    }
  }

  private struct Erased: Reducer {
    var body: Reduce<Int, Bool> { Reduce<Int, Bool>.erasing(Erased()) }
  }

  extension Int {
    fileprivate var same: Int? {
      get { self }
      set { self = newValue ?? self }
    }
  }

  private enum Endless {
    enum First: DependencyKey {
      static var liveValue: Int { Dependency(Second.self).wrappedValue }
      static var testValue: Int { Dependency(Second.self).wrappedValue }
    }

    enum Second: DependencyKey {
      static var liveValue: Int { Dependency(Third.self).wrappedValue }
      static var testValue: Int { Dependency(Third.self).wrappedValue }
    }

    enum Third: DependencyKey {
      static var liveValue: Int { Dependency(First.self).wrappedValue }
      static var testValue: Int { Dependency(First.self).wrappedValue }
    }

    enum Constant: DependencyKey {
      static let liveValue: Int = Dependency(Constant.self).wrappedValue
    }

    enum Fresh: DependencyKey {
      static var liveValue: Int { withFreshDependencies { Dependency(Fresh.self).wrappedValue } }
    }

    enum LiveFromTest: DependencyKey {
      static var liveValue: Int { testValue }
    }

    enum TestFromPreview: TestDependencyKey {
      static var testValue: Int { previewValue }
    }

    enum ConstantFromTest: DependencyKey {
      static let liveValue: Int = testValue
    }
  }
#endif
