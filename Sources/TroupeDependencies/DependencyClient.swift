/// Generates an initializer whose arguments can be omitted, for a client: a struct of endpoints.
///
/// An omitted endpoint, or an endpoint that is `nil`, is unimplemented: calling it reports an issue and
/// throws an error. An endpoint that can't throw but returns a value needs an initial value, whose result it
/// returns: `var stations: @Sendable () -> [String] = { [] }`. So does an endpoint that only throws errors of
/// one type.
///
/// Write the type of an endpoint as a function type, or as a type alias that is declared in the client: the
/// macro can't see through any other alias. If a property's type is written, a property of any other type
/// also becomes an argument. Its initial value is the argument's default.
///
/// The initializer is as visible as the least visible property that it sets. If the client already has an
/// initializer with the same argument labels, none is generated.
///
/// An endpoint whose parameters have names gets a method that uses these names as labels: `temperature` of
/// type `(_ city: String) async throws -> Double` can be called as `temperature(city: "Rome")`. If the client
/// already has a method of the same name, that method is used instead.
@attached(member, names: named(init), arbitrary)
@attached(extension)
public macro DependencyClient() = #externalMacro(module: "TroupeMacros", type: "DependencyClientMacro")

/// Generates the method with argument labels for one endpoint, optionally under another name.
///
/// `@DependencyEndpoint(method: "forecast") var forecastIn: (_ city: String) async throws -> [Double]` is
/// called as `forecast(city: "Rome")`. It also works without ``DependencyClient()``.
///
/// - Parameter method: The name of the method. The default is the name of the property.
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "TroupeMacros", type: "DependencyEndpointMacro")

/// Prevents ``DependencyClient()`` from treating a function as an endpoint. The function gets no method, and
/// is a required argument unless it has an initial value.
@attached(peer)
public macro DependencyEndpointIgnored() = #externalMacro(module: "TroupeMacros", type: "MarkerMacro")
