/// Generates an initializer for a client, a struct of endpoints, whose arguments can be omitted.
///
/// An omitted endpoint is `unimplemented`: calling it reports an issue and throws an error. An endpoint that
/// can't throw and returns a value needs an initial value, a closure that makes the value to return:
/// `var stations: @Sendable () -> [String] = { [] }`.
///
/// The types of endpoints have to be written out: what is behind the name of another type isn't known. A
/// property of another type is an argument, too, where its type is given; its initial value is what it is
/// when it is left out.
///
/// An endpoint whose parameters have names gets a method with these as labels, for which `temperature` of
/// type `(_ city: String) async throws -> Double` can be called as `temperature(city: "Rome")`. A method of
/// the same name that the client has already takes its place.
@attached(member, names: named(init), arbitrary)
@attached(extension)
public macro DependencyClient() = #externalMacro(module: "TroupeMacros", type: "DependencyClientMacro")

/// Writes the method with argument labels for one endpoint, under another name where one is given.
///
/// `@DependencyEndpoint(method: "forecast") var forecastIn: (_ city: String) async throws -> [Double]` is
/// called as `forecast(city: "Rome")`. It works without ``DependencyClient()``, too.
///
/// - Parameter method: The name of the method; that of the property unless it is given.
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "TroupeMacros", type: "DependencyEndpointMacro")

/// Keeps ``DependencyClient()`` from taking a function for an endpoint: it is an argument that has to be
/// given, unless it has an initial value, and gets no method.
@attached(peer)
public macro DependencyEndpointIgnored() = #externalMacro(module: "TroupeMacros", type: "MarkerMacro")
