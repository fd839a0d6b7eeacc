#if canImport(SwiftUI)
  public import SwiftUI

  extension StoreBinding {
    /// Creates a binding that reads from and writes to a SwiftUI binding.
    ///
    /// - Parameter binding: The SwiftUI binding to use.
    public init(_ binding: Binding<Value>) {
      self.init(get: { binding.wrappedValue }, set: { binding.wrappedValue = $0 })
    }
  }

  extension Binding {
    /// Creates a SwiftUI binding that reads from and writes to a store's binding, as in `TextField("Title",
    /// text: Binding($viewStore.title))`.
    ///
    /// - Parameter binding: The store's binding to use.
    @MainActor
    public init(_ binding: StoreBinding<Value>) {
      self.init(get: binding.get, set: binding.set)
    }
  }
#endif
