/// Generates a client's initializer, in which arguments can be omitted. A client is a struct of endpoints.
///
/// An endpoint that is omitted or `nil` is unimplemented: calling it reports an issue and throws an error. If
/// the endpoint can't throw, it returns nil or nothing. An endpoint that can't throw but returns a value that
/// isn't an optional needs an initial value, whose result the unimplemented endpoint returns:
/// `var stations: @Sendable () -> [String] = { [] }`. An endpoint that only throws errors of one type needs
/// an initial value, too.
///
/// Write the type of an endpoint as a function type, or as a type alias that is declared in the client. The
/// macro can't resolve any other alias. A property of any other type also becomes an argument if its type is
/// written, and the property's initial value is the argument's default.
///
/// The initializer is as visible as the least visible property that it sets. If the client already has an
/// initializer with the same argument labels, the macro generates none.
///
/// An endpoint whose parameters have names gets a method that uses these names as labels: `temperature` of
/// type `(_ city: String) async throws -> Double` can be called as `temperature(city: "Rome")`. If the client
/// already has a method of the same name, that method is used instead.
@attached(member, names: named(init), arbitrary)
@attached(extension)
public macro DependencyClient() = #externalMacro(module: "TroupeMacros", type: "DependencyClientMacro")

/// Generates a method with argument labels for one endpoint, optionally under another name.
///
/// `@DependencyEndpoint(method: "forecast") var forecastIn: (_ city: String) async throws -> [Double]` is
/// called as `forecast(city: "Rome")`. The macro also works without ``DependencyClient()``. In a client with
/// ``DependencyClient()``, the attribute changes nothing if the endpoint's parameters have no names.
///
/// - Parameter method: The method's name. The default is the property's name.
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "TroupeMacros", type: "DependencyEndpointMacro")

/// Prevents ``DependencyClient()`` from treating a function as an endpoint. The function gets no method and
/// is a required argument unless it has an initial value.
@attached(peer)
public macro DependencyEndpointIgnored() = #externalMacro(module: "TroupeMacros", type: "MarkerMacro")
