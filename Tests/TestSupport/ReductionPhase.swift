/// When a reducer with children changes its state: before its children reduce an action, as the parent's
/// reducer, or after them.
package enum ReductionPhase: Sendable, CaseIterable { case before, own, after }
