import Hummingbird
import NIOCore
import TroupeDurable
import TroupeFoundation
import WarehouseFeature

extension WarehouseSite {
  /// Whether the program runs, and its metrics.
  package var probeRoutes: [Route] {
    [
      Route(.get, "/healthz") { _, _ in .text("ok\n", "text/plain; charset=utf-8") },
      Route(.get, "/metrics") { _, _ in .text(metrics.text, "text/plain; version=0.0.4; charset=utf-8") },
    ]
  }
}

extension WarehouseServer {
  /// The routes for the server's operator.
  var operationsRoutes: [Route] {
    [
      Route(.get, "/readyz") { _, _ in
        if let cluster, !cluster.isReady { throw Problem.pausing(cluster.reasonOfPause) }
        try await saving?.probe()
        return .text("ready\n", "text/plain; charset=utf-8")
      },
      Route(.get, "/cluster") { _, _ in
        guard let cluster else { throw Problem.notFound }
        return try .json(try await cluster.report(openWarehouses: warehouses.openNames.count))
      },
      Route(.get, "/openapi.json") { _, _ in .file(PackageResources.openapi_json, "application/json") },
      Route(.get, "/icon.svg") { _, _ in .file(PackageResources.icon_svg, "image/svg+xml") },
      Route(.get, "/page.css") { _, _ in .file(PackageResources.page_css, "text/css; charset=utf-8") },
      Route(.get, "/page.js") { _, _ in .file(PackageResources.page_js, "text/javascript; charset=utf-8") },
    ]
  }
}

extension Response {
  fileprivate static func file(_ bytes: [UInt8], _ type: String) -> Response {
    Response(
      status: .ok,
      headers: [.contentType: type, .cacheControl: "max-age=60"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
    )
  }
}
