@_exported import TroupeInstruments
// This module exports `Troupe` and `TroupeUI`. A direct import of `TroupeUI` would make `CaseLet` ambiguous.
@_exported import TroupeStoreViews
