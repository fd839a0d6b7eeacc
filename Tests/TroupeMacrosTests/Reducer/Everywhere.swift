import Troupe

/// The features of a stack and of collections.
@Reducer
enum Path {
  case detail(Detail)
  case settings(Settings)
}
extension Path.State: Equatable, Identifiable {
  var id: Int { detail?.count ?? -1 }
}

/// A feature that embeds them in every possible way, and names one of their reducers only for the dictionary.
@Reducer
struct Everywhere {
  struct State: Equatable {
    var optional: Path.State?
    @Presents var sheet: Path.State?
    var path = StackState<Path.State>()
    var rows: IdentifiedArrayOf<Path.State> = []
    var pages: [String: Path.State] = [:]
  }
  enum Action {
    case optional(Path.Action)
    case sheet(PresentationAction<Path.Action>)
    case path(StackActionOf<Path>)
    case rows(IdentifiedActionOf<Path>)
    case pages(IdentifiedAction<String, Path.Action>)
  }
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.optional, action: \.optional)
      .ifLet(\.$sheet, action: \.sheet)
      .forEach(\.path, action: \.path)
      .forEach(\.rows, action: \.rows)
      .forEach(\.pages, action: \.pages) { Path.body }
  }
}

/// The label of the Composable Architecture.
@Reducer
struct Destinations {
  struct State { @Presents var detail: Detail.State? }
  enum Action { case detail(PresentationAction<Detail.Action>) }
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$detail, action: \.detail, destination: { Detail(step: 3) })
  }
}
