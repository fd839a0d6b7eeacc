import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock for a few instructions that call no other code.
///
/// Unlocking is a plain store, so an uncontended use takes half the time of a `Mutex`. A thread that waits
/// gives up the processor, and later sleeps: the owner can hold the lock for long only if the system has
/// suspended it.
struct ShortLock: ~Copyable, Sendable {
  private let isHeld = Atomic(false)

  @inline(__always)
  func lock() {
    if isHeld.exchange(true, ordering: .acquiring) { wait() }
  }

  @inline(__always)
  func unlock() { isHeld.store(false, ordering: .releasing) }

  @inline(never)
  private func wait() {
    var attempts = 0
    repeat {
      attempts += 1
      if attempts < 200 { sched_yield() } else { usleep(50) }
    } while isHeld.load(ordering: .relaxed) || isHeld.exchange(true, ordering: .acquiring)
  }
}

/// A lock for the bodies of `withLock`, which may take any time.
///
/// A `Mutex` of Linux passes the lock from one waiting thread to the next. While threads wait, each use of it
/// therefore takes as long as waking a thread. This lock wakes a waiting thread, but any thread may take the
/// lock first. A thread first retries, and then sleeps.
struct BodyLock: ~Copyable, Sendable {
  private enum State {
    static let free: UInt8 = 0
    static let held: UInt8 = 1
    /// Held, and threads may be asleep. The owner has to wake one.
    static let awaited: UInt8 = 2
  }

  private let state = Atomic(State.free)
  private let sleeping = SleepingThreads()

  @inline(__always)
  func lock() {
    if !state.compareExchange(expected: State.free, desired: State.held, ordering: .acquiring).exchanged {
      wait()
    }
  }

  @inline(__always)
  func unlock() {
    if state.exchange(State.free, ordering: .releasing) == State.awaited { sleeping.wakeOne() }
  }

  @inline(never)
  private func wait() {
    for _ in 0..<100 {
      sched_yield()
      guard state.load(ordering: .relaxed) == State.free else { continue }
      if state.compareExchange(expected: State.free, desired: State.held, ordering: .acquiring).exchanged {
        return
      }
    }
    // Another thread may take the lock before one that wakes. So that one is woken again, each thread that
    // has slept leaves the lock as awaited.
    sleeping.sleep { state.exchange(State.awaited, ordering: .acquiring) != State.free }
  }
}

/// The threads that sleep until a lock is free. It isn't private, because the compiler fails for such a
/// member of a lock in another file (Swift 6.3.1).
struct SleepingThreads: ~Copyable, Sendable {
  private final class Place: Sendable {
    // The memory belongs to the object and is freed with it.
    nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    nonisolated(unsafe) let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
      mutex.initialize(to: pthread_mutex_t())
      condition.initialize(to: pthread_cond_t())
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(condition, nil)
    }

    deinit {
      pthread_cond_destroy(condition)
      pthread_mutex_destroy(mutex)
      condition.deallocate()
      mutex.deallocate()
    }
  }

  /// Made for the first thread that has to sleep.
  private let place = AtomicLazyReference<Place>()

  private func madePlace() -> Place { place.load() ?? place.storeIfNil(Place()) }

  /// Sleeps until a condition is false. The thread that makes it false calls ``wakeOne()`` afterwards.
  func sleep(while isHeld: () -> Bool) {
    let place = madePlace()
    pthread_mutex_lock(place.mutex)
    while isHeld() { pthread_cond_wait(place.condition, place.mutex) }
    pthread_mutex_unlock(place.mutex)
  }

  @inline(never)
  func wakeOne() {
    let place = madePlace()
    pthread_mutex_lock(place.mutex)
    pthread_cond_signal(place.condition)
    pthread_mutex_unlock(place.mutex)
  }
}
