#if canImport(SwiftUI)
  public import SwiftUI

  extension StoreBinding {
    /// Creates a binding that reads and writes a binding of SwiftUI.
    ///
    /// - Parameter binding: The binding of SwiftUI.
    public init(_ binding: Binding<Value>) {
      self.init(get: { binding.wrappedValue }, set: { binding.wrappedValue = $0 })
    }
  }

  extension Binding {
    /// Creates a binding of SwiftUI that reads and writes a binding of a store:
    /// `TextField("Title", text: Binding($viewStore.title))`.
    ///
    /// - Parameter binding: The binding of a store.
    @MainActor
    public init(_ binding: StoreBinding<Value>) {
      self.init(get: binding.get, set: binding.set)
    }
  }
#endif
