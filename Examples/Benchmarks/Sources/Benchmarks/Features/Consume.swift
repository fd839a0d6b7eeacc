// Not optimized: else the compiler sees that nothing is done with the values, and doesn't make them. Not
// generic, unlike the function of the package `benchmark`: passing a value to that costs more than making it.
@inline(never) @_optimize(none)
func consume(_ number: Int?) {}

@inline(never) @_optimize(none)
func consume(_ page: Page) {}
