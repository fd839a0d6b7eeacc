import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

final class PromptTests: TroupeTestCase {
  enum Choice: String, Hashable, Sendable, Codable { case delete, archive }

  private func makeAlert(_ name: String = "Blob", isArchivable: Bool = false) -> AlertState<Choice> {
    AlertState {
      TextState("Delete \(name)?")
    } actions: {
      ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
      if isArchivable {
        ButtonState(action: .archive) { "Archive" }
      }
      for label in ["Cancel"] {
        ButtonState(role: .cancel) { TextState(label) }
      }
    } message: {
      TextState("This can't be ") + TextState("undone.")
    }
  }

  private func makeDialog() -> ConfirmationDialogState<Choice> {
    ConfirmationDialogState {
      TextState("What now?")
    } actions: {
      ButtonState(action: .archive) { TextState("Archive") }
    }
  }

  // S254
  func testEqualPromptsHaveDifferentIDs() {
    XCTAssertEqual(makeAlert(), makeAlert())
    XCTAssertEqual(makeAlert().hashValue, makeAlert().hashValue)
    XCTAssertNotEqual(makeAlert().id, makeAlert().id)
    XCTAssertNotEqual(makeAlert(), makeAlert("Blob Jr"))
    XCTAssertEqual(makeDialog(), makeDialog())
    XCTAssertNotEqual(makeDialog().id, makeDialog().id)
    let alert = makeAlert()
    let copy = alert
    XCTAssertEqual(alert.id, copy.id)
  }

  // S255
  func testAButtonNeedsNoAction() {
    let buttons = makeAlert(isArchivable: true).buttons
    XCTAssertEqual(buttons.map(\.action), [.delete, .archive, nil])
    XCTAssertEqual(buttons.map(\.role), [.destructive, nil, .cancel])
    XCTAssertEqual(buttons.map(\.label), ["Delete", "Archive", "Cancel"])
  }

  // S256
  func testMappingChangesOnlyTheActions() {
    let alert = makeAlert()
    let mapped = alert.map { $0.map(\.rawValue) }
    XCTAssertEqual(mapped.buttons.map(\.action), ["delete", nil])
    XCTAssertEqual(mapped.buttons.map(\.role), alert.buttons.map(\.role))
    XCTAssertEqual(mapped.buttons.map(\.label), alert.buttons.map(\.label))
    XCTAssertEqual(mapped.title, alert.title)
    XCTAssertEqual(mapped.message, alert.message)
    XCTAssertEqual(mapped.id, alert.id)
    let dialog = makeDialog()
    XCTAssertEqual(dialog.map { $0 }, dialog)
    XCTAssertEqual(dialog.map { $0 }.id, dialog.id)
  }

  // S257
  func testTheTextShowsNoIDs() {
    XCTAssertEqual(
      valueText(of: makeAlert()),
      """
      AlertState(
        title: "Delete Blob?",
        buttons: [
          ButtonState(role: .destructive, action: .delete, label: "Delete"),
          ButtonState(role: .cancel, action: nil, label: "Cancel")
        ],
        message: "This can't be undone."
      )
      """
    )
    XCTAssertNil(valueDifference(from: makeAlert(), to: makeAlert()))
    XCTAssertTrue(valueText(of: makeDialog()).hasPrefix("ConfirmationDialogState("))
  }

  func testPromptsAreEncodedWithoutTheirIDs() throws {
    let alert = makeAlert(isArchivable: true)
    let encoded = try JSONEncoder().encode(alert)
    let object = try XCTUnwrap(try JSONSerialization.jsonObject(with: encoded) as? [String: Any])
    XCTAssertEqual(object.keys.sorted(), ["buttons", "message", "title"])
    XCTAssertEqual(object["title"] as? String, "Delete Blob?")
    let decoded = try JSONDecoder().decode(AlertState<Choice>.self, from: encoded)
    XCTAssertEqual(decoded, alert)
    XCTAssertNotEqual(decoded.id, alert.id)
    let dialog = makeDialog()
    let copy = try JSONDecoder().decode(
      ConfirmationDialogState<Choice>.self,
      from: JSONEncoder().encode(dialog)
    )
    XCTAssertEqual(copy, dialog)
  }

  func testARoleIsEncodedAsItsName() throws {
    let roles: [ButtonStateRole] = [.cancel, .destructive]
    let encoded = try JSONEncoder().encode(roles)
    XCTAssertEqual(String(decoding: encoded, as: UTF8.self), #"["cancel","destructive"]"#)
    XCTAssertEqual(try JSONDecoder().decode([ButtonStateRole].self, from: encoded), roles)
    let other = Data(#"["help"]"#.utf8)
    XCTAssertThrowsError(try JSONDecoder().decode([ButtonStateRole].self, from: other)) {
      XCTAssertTrue($0 is DecodingError)
    }
  }

  func testTextIsALiteralWithInterpolations() {
    let name = "Blob"
    let text: TextState = "Hello, \(name)"
    XCTAssertEqual(text.string, "Hello, Blob")
    XCTAssertEqual("\(text + "!")", "Hello, Blob!")
    XCTAssertEqual(TextState(name.dropLast()), "Blo")
  }

  // MARK: In a feature

  private struct List: Reducer {
    struct State: Equatable, Sendable {
      @Presents var destination: Destination?
      @Presents var alert: AlertState<Choice>?
      var plain: ConfirmationDialogState<Choice>?
      var log: [String] = []
    }
    enum Destination: Equatable, Sendable {
      case alert(AlertState<Choice>)
      case dialog(ConfirmationDialogState<Choice>)
      case page(Int)
    }
    enum DestinationAction: Sendable { case alert(Choice), dialog(Choice), page }
    enum Action: Sendable, CasePathable {
      case ask
      case show(Destination)
      case alert(PresentationAction<Choice>)
      case destination(PresentationAction<DestinationAction>)
      case plain(Choice)
      static let allCasePaths = AllCasePaths()
      struct AllCasePaths: Sendable {
        let alert = AnyCasePath(embed: Action.alert) { if case .alert(let it) = $0 { it } else { nil } }
        let destination = AnyCasePath(embed: Action.destination) {
          if case .destination(let it) = $0 { it } else { nil }
        }
        let plain = AnyCasePath(embed: Action.plain) { if case .plain(let it) = $0 { it } else { nil } }
      }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ask:
          state.alert = PromptTests.question
          state.plain = ConfirmationDialogState { "What now?" }
        case .show(let destination):
          state.destination = destination
        case .alert(.presented(let choice)):
          state.log.append("\(choice), alert \(state.alert == nil ? "closed" : "open")")
          if choice == .archive { state.alert = AlertState { "Really?" } }
        case .alert(.dismiss):
          state.log.append("alert dismissed")
        case .plain(let choice):
          state.log.append("plain \(choice)")
          if choice == .archive { state.plain = nil }
        case .destination(.presented(.alert)):
          state.destination = .dialog(ConfirmationDialogState { "How?" })
        case .destination(.presented(.dialog)):
          state.destination = .alert(AlertState { "Sure?" })
        case .destination:
          break
        }
        return .none
      }
      .ifLet(\.$destination, action: \.destination) {
        Reduce<Destination, DestinationAction> { _, action in
          if case .page = action { .run { _ in try await waitForCancellation() } } else { .none }
        }
      }
      .ifLet(\.$alert, action: \.alert)
      .ifLet(\.plain, action: \.plain)
    }
  }

  private static func makeStore() -> TestStoreOf<List> {
    TestStore(initialState: List.State()) { List() }
  }

  private static let question = AlertState<Choice> {
    "Delete?"
  } actions: {
    ButtonState(action: .delete) { "Delete" }
  }

  /// Makes the list ask.
  private static func ask(_ store: TestStoreOf<List>) async {
    await store.send(.ask) {
      $0.alert = question
      $0.plain = ConfirmationDialogState { "What now?" }
    }
  }

  // S248, S249, S253
  func testAPromptStartsNothingAndGoesWhenItIsDismissed() async {
    let store = Self.makeStore()
    await Self.ask(store)
    XCTAssertTrue(store.runningEffects.isEmpty)
    await store.send(.alert(.dismiss)) {
      $0.alert = nil
      $0.log = ["alert dismissed"]
    }
    await store.finish()
  }

  // S250
  func testAPromptGoesInTheTurnOfItsAction() async {
    let store = Self.makeStore()
    await Self.ask(store)
    await store.send(.alert(.presented(.delete))) {
      $0.alert = nil
      $0.log = ["delete, alert open"]
    }
    await store.send(.plain(.delete)) {
      $0.plain = nil
      $0.log.append("plain delete")
    }
    await store.finish()
  }

  // S251
  func testAPromptThatFollowsAnotherStays() async {
    let store = Self.makeStore()
    await Self.ask(store)
    await store.send(.alert(.presented(.archive))) {
      $0.alert = AlertState { "Really?" }
      $0.log = ["archive, alert open"]
    }
    let alert = AlertState<Choice> { "?" }
    await store.send(.show(.alert(alert))) { $0.destination = .alert(alert) }
    await store.send(.destination(.presented(.alert(.delete)))) {
      $0.destination = .dialog(ConfirmationDialogState { "How?" })
    }
    await store.send(.destination(.presented(.dialog(.delete)))) {
      $0.destination = .alert(AlertState { "Sure?" })
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.finish()
  }

  // S253: only prompts are removed by themselves.
  func testACaseThatIsNoPromptStays() async {
    let store = Self.makeStore()
    await store.send(.show(.page(1))) { $0.destination = .page(1) }
    await store.send(.destination(.presented(.page)))
    await store.skipInFlightEffects()
    await store.finish()
  }

  // S253
  func testOnlyItsOwnActionClosesAPrompt() async {
    let store = Self.makeStore()
    let alert = AlertState<Choice> { "?" }
    await store.send(.show(.alert(alert))) { $0.destination = .alert(alert) }
    await store.send(.destination(.presented(.page)))
    XCTAssertEqual(store.state.destination, .alert(alert))
    let dialog = ConfirmationDialogState<Choice> { "How?" }
    await store.send(.show(.dialog(dialog))) { $0.destination = .dialog(dialog) }
    await store.send(.destination(.presented(.page)))
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.finish()
  }

  func testThePromptsOwnActionsAreKnownByNameThenByType() throws {
    enum Kind: Sendable {
      case alert(AlertState<Choice>)
      case dialog(ConfirmationDialogState<Choice>)
      case ask(AlertState<Int>)
      case page
    }
    enum Sent: Sendable {
      case alert(Choice)
      case dialog(Choice)
      case answer(Int)
      case other(Int)
      case page(String)
    }
    let reader = try XCTUnwrap(PromptReader<Kind, Sent>())
    let alert = Kind.alert(AlertState { "?" })
    let ask = Kind.ask(AlertState { "?" })
    XCTAssertTrue(reader.isPrompt(alert, of: .alert(.delete)))
    XCTAssertFalse(reader.isPrompt(alert, of: .dialog(.delete)), "the same type, but another's name")
    XCTAssertFalse(reader.isPrompt(alert, of: .page("")))
    XCTAssertTrue(reader.isPrompt(ask, of: .answer(1)), "no case of its name: by the type")
    XCTAssertFalse(reader.isPrompt(ask, of: .alert(.delete)))
    XCTAssertFalse(reader.isPrompt(.page, of: .page("")))
    // One action for all prompts.
    let bare = try XCTUnwrap(PromptReader<Kind, Choice>())
    XCTAssertTrue(bare.isPrompt(alert, of: .delete))
    XCTAssertFalse(bare.isPrompt(ask, of: .delete))
    XCTAssertEqual(
      PromptReader<AlertState<Choice>, Choice>()?.isPrompt(AlertState { "?" }, of: .delete),
      true
    )
    XCTAssertNil(PromptReader<Int, Sent>())
  }

  // S216
  func testTheTasksOfAnotherCaseEndWhenAPromptTakesItsPlace() async {
    let store = Self.makeStore()
    await store.send(.show(.page(1))) { $0.destination = .page(1) }
    let page = await store.send(.destination(.presented(.page)))
    XCTAssertEqual(store.runningEffects.count, 1)
    let dialog = ConfirmationDialogState<Choice> { "How?" }
    await store.send(.show(.dialog(dialog))) { $0.destination = .dialog(dialog) }
    await page.finish()
    XCTAssertTrue(store.runningEffects.isEmpty)
    await store.finish()
  }
}
