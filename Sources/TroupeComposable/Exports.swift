@_exported import TroupeFoundation
@_exported import TroupeSharing
// This module exports `Troupe` and `TroupeUI`. A direct import of `TroupeUI` would make `CaseLet` ambiguous.
@_exported import TroupeStoreViews
