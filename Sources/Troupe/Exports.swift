@_exported import TroupeCasePaths
@_exported import TroupeCollections
@_exported import TroupeDependencies
@_exported import TroupeDiagnostics
