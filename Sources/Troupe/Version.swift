/// The version of Troupe that a program is built with, such as `"0.1.0"`.
///
/// A service can log it when it starts, or print it for `--version`. <doc:Versioning> describes what the
/// parts of the number mean.
public let troupeVersion = "0.1.0"
