// All files of these tests use the support code that several modules' tests share.
@_exported import TestSupport
