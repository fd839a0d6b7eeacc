@_exported import Troupe
@_exported import TroupeInstruments
@_exported import TroupeUI
