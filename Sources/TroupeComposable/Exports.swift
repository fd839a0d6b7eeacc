@_exported import TroupeFoundation
// It exports `Troupe` and `TroupeUI`. A direct import of `TroupeUI` would make `CaseLet` ambiguous.
@_exported import TroupeStoreViews
