import SwiftUI
import Troupe
import TroupeUI

// The complete samples of the page "Destructuring views", as they are printed there, in namespaces, as two of
// the types have one name.

enum OptionalSample {
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

enum EnumSample {
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

enum SwitchSample {
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
