@_exported import TroupeFoundation
// This module exports `Troupe` and `TroupeUI`. A direct import of `TroupeUI` would make `CaseLet` ambiguous.
@_exported import TroupeStoreViews
