/// The version of Troupe with which the program was built, such as `"0.1.0"`.
///
/// A service can log the version at startup, or print the version for the option `--version`.
/// <doc:Versioning> describes the meaning of the number's parts.
public let troupeVersion = "0.1.0"
