import Troupe
import TroupeTesting
import TroupeUI
import XCTest

// The page "Destructuring views", in its order. Each of its complete samples is here as printed there, in a
// separate namespace, because two of the types have the same name. They run on the toy toolkit of
// `Support/Toy.swift`.
//
// Left out: the second `EditView`, which the page advises against. It ends in `// ...`, and shows only
// properties.

/// Of the section on `IfLet`.
private enum OptionalSample {
  struct EditView: View {
    @State var string: String = ""
    @State var editableString: String?

    var body: some View {
      Form {
        IfLet(self.$editableString) { $string in
          TextField("Edit string", text: $string)
          HStack {
            Button("Cancel") {
              self.editableString = nil
            }
            Button("Save") {
              self.string = string
              self.editableString = nil
            }
          }
        } else: {
          Text(self.string)
          Button("Edit") {
            self.editableString = self.string
          }
        }
        .buttonStyle(.borderless)
      }
    }
  }
}

/// Of the section on `IfCaseLet`.
private enum EnumSample {
  enum EditableString {
    case active(String)
    case inactive
  }

  struct EditView: View {
    @State var string: String = ""
    @State var editableString: EditableString = .inactive

    var body: some View {
      Form {
        IfCaseLet(self.$editableString, pattern: /EditableString.active) { $string in
          TextField("Edit string", text: $string)
          HStack {
            Button("Cancel") {
              self.editableString = .inactive
            }
            Button("Save") {
              self.string = string
              self.editableString = .inactive
            }
          }
        } else: {
          Text(self.string)
          Button("Edit") {
            self.editableString = .active(self.string)
          }
        }
        .buttonStyle(.borderless)
      }
    }
  }
}

/// Of the section on `Switch` and `CaseLet`.
private enum SwitchSample {
  enum ItemStatus {
    case inStock(quantity: Int)
    case outOfStock(isOnBackOrder: Bool)
  }

  struct InventoryItemView: View {
    @State var status: ItemStatus

    var body: some View {
      Switch(self.$status) {
        CaseLet(/ItemStatus.inStock) { $quantity in
          HStack {
            Text("Quantity: \(quantity)")
            Stepper("Quantity", value: $quantity)
          }
          Button("Out of stock") { self.status = .outOfStock(isOnBackOrder: false) }
        }
        CaseLet(/ItemStatus.outOfStock) { $isOnBackOrder in
          Toggle("Is on back order?", isOn: $isOnBackOrder)
          Button("In stock") { self.status = .inStock(quantity: 1) }
        }
      }
    }
  }
}

@MainActor
final class Seed002Tests: XCTestCase {
  // MARK: IfLet

  private func edit(_ user: User<some View>, _ label: String) {
    XCTAssertEqual(user.screen, "Hello\n<Edit>", label)
    user.tap("Edit")
    XCTAssertEqual(user.screen, "Edit string: [Hello]\n<Cancel> <Save>", label)
    user.type(", world", into: "Edit string")
    XCTAssertEqual(user.screen, "Edit string: [Hello, world]\n<Cancel> <Save>", label)
    user.tap("Cancel")
    XCTAssertEqual(user.screen, "Hello\n<Edit>", label)
    user.tap("Edit")
    // The text that was typed before isn't there any more.
    XCTAssertEqual(user.screen, "Edit string: [Hello]\n<Cancel> <Save>", label)
    user.type("!", into: "Edit string")
    user.tap("Save")
    XCTAssertEqual(user.screen, "Hello!\n<Edit>", label)
  }

  func testATextIsEditedInAnOptional() async {
    edit(User(view: OptionalSample.EditView(string: "Hello")), "optional")
  }

  // MARK: IfCaseLet

  func testATextIsEditedInACase() async {
    edit(User(view: EnumSample.EditView(string: "Hello")), "case")
  }

  func testAFieldThatIsLeftOnTheScreenWritesNothingAnyMore() async throws {
    let views: [any View] = [OptionalSample.EditView(string: "Hello"), EnumSample.EditView(string: "Hello")]
    func leave(_ view: some View) throws {
      let user = User(view: view)
      user.tap("Edit")
      let field = try XCTUnwrap(user.rendering.fields["Edit string"])
      field.wrappedValue += "!"
      user.tap("Cancel")
      // It has the last text, and doesn't restore the editing.
      XCTAssertEqual(field.wrappedValue, "Hello!")
      field.wrappedValue = "Late"
      XCTAssertEqual(user.screen, "Hello\n<Edit>")
    }
    for view in views { try leave(view) }
  }

  // MARK: Switch and CaseLet

  func testTheStatusOfAnItemIsEditedInEachCase() async {
    let user = User(view: SwitchSample.InventoryItemView(status: .inStock(quantity: 3)))
    XCTAssertEqual(user.screen, "Quantity: 3 - Quantity +\n<Out of stock>")
    user.step("Quantity", by: 2)
    XCTAssertEqual(user.screen, "Quantity: 5 - Quantity +\n<Out of stock>")
    user.tap("Out of stock")
    XCTAssertEqual(user.screen, "[ ] Is on back order?\n<In stock>")
    user.toggle("Is on back order?")
    XCTAssertEqual(user.screen, "[x] Is on back order?\n<In stock>")
    user.tap("In stock")
    XCTAssertEqual(user.screen, "Quantity: 1 - Quantity +\n<Out of stock>")
  }

  // S477
  func testACaseWithoutABranchIsAnIssueAndAWarningIsShown() async {
    struct Unhandled: View {
      @State var status = SwitchSample.ItemStatus.outOfStock(isOnBackOrder: true)

      var body: some View {
        Switch(self.$status) {
          CaseLet(/SwitchSample.ItemStatus.inStock) { $quantity in
            Text("Quantity: \(quantity)")
          }
        }
      }
    }
    let user = User(view: Unhandled())
    let screen = withExpectedIssue(matching: { $0.message.contains("\"outOfStock\" of ItemStatus") }) {
      user.screen
    }
    XCTAssertEqual(screen, "! A `Switch` has no branch for the case \"outOfStock\" of ItemStatus.")
  }

  func testADefaultIsShownForTheCasesWithoutABranch() async {
    struct Defaulted: View {
      @State var status = SwitchSample.ItemStatus.outOfStock(isOnBackOrder: true)

      var body: some View {
        Switch(self.$status) {
          CaseLet(/SwitchSample.ItemStatus.inStock) { $quantity in
            Text("Quantity: \(quantity)")
          }
          Default {
            Text("Sold out")
            Button("In stock") { self.status = .inStock(quantity: 1) }
          }
        }
      }
    }
    let user = User(view: Defaulted())
    XCTAssertEqual(user.screen, "Sold out\n<In stock>")
    user.tap("In stock")
    XCTAssertEqual(user.screen, "Quantity: 1")
  }
}
