/// Gives a client, which is a struct of endpoints, an initialiser whose arguments may be left out.
///
/// An endpoint that is left out is `unimplemented`: called, it reports an issue, and
/// throws. One that can't throw, and returns something, needs an initial value, a closure that makes what is then
/// returned: `var stations: @Sendable () -> [String] = { [] }`.
///
/// The types of endpoints have to be written out: what is behind the name of another type isn't known. A property of
/// another type is an argument, too, where its type is given; its initial value is what it is when it is left out.
@attached(member, names: named(init))
@attached(extension)
public macro DependencyClient() = #externalMacro(module: "TroupeMacros", type: "DependencyClientMacro")
