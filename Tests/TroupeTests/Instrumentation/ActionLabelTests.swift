import TroupeDiagnostics
import XCTest

@testable import Troupe

/// The labels that are determined once are equal to the labels from a mirror.
final class ActionLabelTests: XCTestCase {
  private indirect enum ListAction: Sendable {
    case nothing
    case text(String)
    case labelled(count: Int)
    case pair(Int, String)
    case row(id: UUIDText, action: RowAction)
    case inner(ListAction)
    case twice(first: RowAction, note: String, second: RowAction)
    case perhaps(RowAction?)
    case anything(any Sendable)
    case done(Result<Int, any Error>)
    case call(@Sendable (Int) -> Int)
    case callInRow(@Sendable (Int) -> Int, RowAction)
    case empty(Void)
    case noEnum(ToolAction)
    case described(DescribedAction)
    case ownMirror(MirrorAction)
    case object(ObjectAction)
    case generic(BoxAction<RowAction>)
    case presented(PresentationAction<RowAction>)
  }

  private struct UUIDText: Sendable { var text = "secret" }
  private enum RowAction: Sendable, Hashable { case tapped, renamed(String) }
  private enum BoxAction<Action: Sendable>: Sendable { case open, boxed(Action, at: Int) }
  private struct ToolAction: Sendable { var secret = "secret" }
  private final class ObjectAction: Sendable {}

  private enum DescribedAction: CustomStringConvertible, Sendable {
    case plain, full(Int)
    var description: String { "described by itself" }
  }

  private enum MirrorAction: CustomReflectable, Sendable {
    case plain, full(Int)
    var customMirror: Mirror { Mirror(self, children: ["secret": "secret"]) }
  }

  private enum ThemeAction: Int, Sendable { case `dark side` = 3, line }

  private enum LongAction: Sendable {
    case
      aVeryLongNameOfACaseaVeryLongNameOfACaseaVeryLongNameOfACaseaVeryLongNameOfACaseaVeryLongNameOfACaseaVeryLongNameOfACaseIndeed
  }

  private func erased(_ value: some Sendable) -> any Sendable { value }

  private func actions() -> [any Sendable] {
    let list: [ListAction] = [
      .nothing, .text("secret"), .labelled(count: 5), .pair(1, "secret"), .empty(()),
      .row(id: UUIDText(), action: .tapped), .row(id: UUIDText(), action: .renamed("secret")),
      .inner(.nothing), .inner(.inner(.row(id: UUIDText(), action: .tapped))), .inner(.text("secret")),
      .twice(first: .tapped, note: "secret", second: .renamed("secret")), .perhaps(.tapped), .perhaps(nil),
      .anything(RowAction.tapped), .anything((1, "secret")), .anything(5), .done(.success(5)),
      .done(.failure(CancellationError())), .call { $0 }, .callInRow({ $0 }, .tapped),

      .noEnum(ToolAction()), .described(.plain), .described(.full(1)), .ownMirror(.plain),
      .ownMirror(.full(1)),
      .object(ObjectAction()), .generic(.open), .generic(.boxed(.renamed("secret"), at: 1)),
      .presented(.dismiss), .presented(.presented(.renamed("secret"))),
    ]
    var deep = ListAction.row(id: UUIDText(), action: .tapped)
    for _ in 0..<60 { deep = .inner(deep) }
    let others: [any Sendable] = [
      RowAction.tapped, DescribedAction.plain, DescribedAction.full(1), MirrorAction.plain,
      LongAction
        .aVeryLongNameOfACaseaVeryLongNameOfACaseaVeryLongNameOfACaseaVeryLongNameOfACaseaVeryLongNameOfACaseaVeryLongNameOfACaseIndeed,
      ThemeAction.`dark side`, ThemeAction.line, erased(Optional.some(RowAction.tapped)),
      erased(Optional<RowAction>.none), 5, "secret", ToolAction(), deep,
      IdentifiedAction<Int, RowAction>.element(id: 7, action: .renamed("secret")),
      BoxAction<BoxAction<RowAction>>.boxed(.boxed(.tapped, at: 1), at: 2),
    ]
    return list + others
  }

  func testLabelsAreThoseOfTheMirror() {
    // The second time, it is known.
    for _ in 0..<2 {
      for action in actions() {
        XCTAssertEqual(ActionLabel.text(of: action), IssueText.value(action, showsPayloads: false))
        XCTAssertFalse(ActionLabel.text(of: action).contains("secret"))
      }
    }
  }

  func testLabelsOfUsualActionsNeedNoMirror() {
    let usual: [any Sendable] = [
      ListAction.nothing, ListAction.text("a"), ListAction.row(id: UUIDText(), action: .renamed("a")),
      ListAction.inner(.inner(.twice(first: .tapped, note: "a", second: .tapped))),
      ListAction.presented(.presented(.tapped)), ListAction.done(.success(1)),
      IdentifiedAction<Int, RowAction>.element(id: 7, action: .tapped),
    ]
    for action in usual {
      XCTAssertEqual(ActionLabel.quickText(of: action), IssueText.value(action, showsPayloads: false))
    }
  }

  func testLabelsThatInstrumentsSeeAreThoseOfTheMirror() {
    func label(of action: some Sendable, isShared: Bool) -> String {
      let labels = ActionLabel.labels(of: type(of: action))
      let known = KnownLabel.of(action, labels, isShared: isShared)
      return ActionValue(action, showsPayloads: false, knownLabel: known).label
    }
    // The second time, it is known.
    for isShared in [false, true, false] {
      for action in actions() {
        XCTAssertEqual(label(of: action, isShared: isShared), IssueText.value(action, showsPayloads: false))
      }
    }
    let labels = ActionLabel.labels(of: ListAction.self)
    if case .text("ActionLabelTests.ListAction.text(…)") = KnownLabel.of(
      ListAction.text("a"),
      labels,
      isShared: true
    ) {
    } else {
      XCTFail("What is the same for all actions in a case is known at once.")
    }
  }

  func testLabelsAreFoundOutByManyThreadsAtOnce() async {
    enum FreshAction: Sendable { case first(RowAction), second(inner: RowAction), third }
    await withTaskGroup(of: String.self) { group in
      for number in 0..<100 {
        group.addTask {
          let action: FreshAction = [.first(.tapped), .second(inner: .renamed("a")), .third][number % 3]
          return "\(number % 3) \(ActionLabel.text(of: action))"
        }
      }
      let labels = Set(await group.reduce(into: []) { $0.append($1) })
      XCTAssertEqual(
        labels.sorted(),
        ["0 FreshAction.first(.tapped)", "1 FreshAction.second(inner: .renamed(…))", "2 FreshAction.third"]
      )
    }
  }
}
