/// A mistake that a system has if a test plants it.
enum Plant: String, CaseIterable, Sendable {
  case replyBeforeSave, effectBeforeSave, noFence, retryWithoutIdempotency
  case leaseFromReply, cacheOutlivesLease
  case timerRingsTwice, timerLostWhileOpening
  case renameWithoutFolderSync, uncheckedChecksum
  case lastEventIDOffByOne, migrationNotRepeatable
}
