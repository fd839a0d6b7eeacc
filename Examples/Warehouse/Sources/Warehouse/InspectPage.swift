import Foundation
import ServiceLifecycle
import TroupeInspector

/// The page on which the warehouses are seen. It prints its address when it can be used.
struct InspectPage: Service {
  let inspector: Inspector
  let port: Int

  func run() async throws {
    let server = InspectorServer(inspector, port: port) { address in
      print("inspect \(address)")
      fflush(nil)
    }
    do {
      try await server.run()
    } catch {
      throw StartError(inspectPort: port, error) ?? error
    }
  }
}
