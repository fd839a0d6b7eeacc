/// A mistake in a program, and the compiler's expected first message.
struct Mistake {
  /// The source, with `//!` in the line of the first error, followed by the words that matter in the message.
  let source: String
  /// A further import, followed by a semicolon.
  let imports: String

  init(_ source: String, imports: String = "") {
    self.source = source
    self.imports = imports
  }

  /// The compiled file: the names of a mistake are in a separate enum.
  func file(number: Int) -> String {
    "\(imports)import Troupe; import TroupeTesting; enum M\(number) {\n\(source)\n}\n"
  }

  /// The line of the file that has to be named.
  var line: Int? {
    lines.firstIndex { $0.contains(Self.mark) }.map { $0 + 2 }
  }

  /// The text of the first error, without the name of the enclosing enum.
  var words: String {
    guard let line = lines.first(where: { $0.contains(Self.mark) }),
      let mark = line.firstRange(of: Self.mark)
    else { return "" }
    return String(line[mark.upperBound...])
  }

  private static let mark = "//! "

  private var lines: [Substring] { source.split(separator: "\n", omittingEmptySubsequences: false) }

  /// Declarations that the sources of all mistakes can use.
  static let prelude = #"""
    import Troupe

    struct Weather: Sendable {
      var temperature: @Sendable () -> Int = { 1 }
    }

    enum WeatherKey: DependencyKey {
      static var liveValue: Weather { Weather() }
    }

    extension DependencyValues {
      var weather: Weather {
        get { self[WeatherKey.self] }
        set { self[WeatherKey.self] = newValue }
      }
    }

    @Reducer struct Child {
      struct State: Equatable, Identifiable { var id = 0 }
      enum Action { case go, set(Int) }
      var body: some ReducerOf<Self> { EmptyReducer() }
    }

    @Reducer struct Other {
      struct State: Equatable, Identifiable { var id = 0 }
      enum Action { case go }
      var body: some ReducerOf<Self> { EmptyReducer() }
    }

    @Reducer struct Plain {
      struct State: Equatable { var id = 0 }
      enum Action: Equatable { case go, set(Int) }
      var body: some ReducerOf<Self> { EmptyReducer() }
    }

    @Reducer struct Host {
      struct State: Equatable { var child = Child.State() }
      enum Action { case child(Child.Action) }
      var body: some ReducerOf<Self> { EmptyReducer() }
    }
    """#
}
