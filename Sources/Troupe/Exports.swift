@_exported import TroupeDependencies
@_exported import TroupeDiagnostics
