@_exported import Troupe
@_exported import TroupeUI
