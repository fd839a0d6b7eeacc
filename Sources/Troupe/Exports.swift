@_exported import TroupeDiagnostics
