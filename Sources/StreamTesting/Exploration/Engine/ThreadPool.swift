#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reuses system threads from one schedule to the next.
final class ThreadPool {
  private var threads: [PooledThread] = []

  deinit {
    for thread in threads { thread.give(.end) }
  }

  /// Runs a job on the thread with that index.
  func run(at index: Int, _ job: @escaping @Sendable () -> Void) {
    while threads.count <= index { threads.append(PooledThread()) }
    threads[index].give(.run(job))
  }

  /// Detaches blocked threads, and starts new ones for the next jobs.
  func abandon() {
    for thread in threads { thread.give(.end) }
    threads = []
  }
}

// Sendable: the job is under the mutex.
private final class PooledThread: @unchecked Sendable {
  enum Job {
    case run(@Sendable () -> Void)
    case end
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [Job] = []

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
    JoinableThread { self.work() }.detach()
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func give(_ job: Job) {
    pthread_mutex_lock(mutex)
    jobs.append(job)
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  private func work() {
    while case .run(let job) = next() { job() }
  }

  private func next() -> Job {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while jobs.isEmpty { pthread_cond_wait(condition, mutex) }
    return jobs.removeFirst()
  }
}
