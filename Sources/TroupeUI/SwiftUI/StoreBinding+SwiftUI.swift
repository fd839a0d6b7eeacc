#if canImport(SwiftUI)
  public import SwiftUI

  extension StoreBinding {
    /// Creates a binding that reads and writes a SwiftUI binding.
    ///
    /// - Parameter binding: The SwiftUI binding.
    public init(_ binding: Binding<Value>) {
      self.init(get: { binding.wrappedValue }, set: { binding.wrappedValue = $0 })
    }
  }

  extension Binding {
    /// Creates a SwiftUI binding that reads and writes a store's binding: `TextField("Title", text:
    /// Binding($viewStore.title))`.
    ///
    /// - Parameter binding: The store's binding.
    @MainActor
    public init(_ binding: StoreBinding<Value>) {
      self.init(get: binding.get, set: binding.set)
    }
  }
#endif
