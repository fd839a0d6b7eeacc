import Testing
import Troupe
import TroupeTesting

/// Tests of Swift Testing that have no trait start with new default values, even though they run side by
/// side.
struct FreshDefaultsSuite {
  private func check() {
    var stack = StackState<Int>()
    for id in 0..<3 {
      stack.append(id)
      #expect(stack.ids.last == StackElementID(integerLiteral: id))
    }
  }

  @Test func idsBeginAtZero() { check() }

  @Test func idsBeginAtZeroOnceMore() { check() }

  @Test func idsBeginAtZeroInTasksOfATest() async {
    await Task { check() }.value
  }
}
