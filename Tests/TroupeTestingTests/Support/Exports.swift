// All files of these tests use what the tests of several modules share.
@_exported import TestSupport
