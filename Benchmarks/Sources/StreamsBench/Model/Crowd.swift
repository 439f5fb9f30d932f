import Dispatch
import Foundation
import Synchronization

/// Threads that send, each the same number of values.
package enum Crowd {
  /// What a run has come to.
  package struct Outcome: Sendable {
    /// The sum that the sink has received.
    package let sum: Int

    /// How many values each had sent when the first of them had sent all.
    package let progress: [Int]

    package init(sum: Int, progress: [Int]) {
      (self.sum, self.progress) = (sum, progress)
    }

    /// What the slowest sender had sent when the fastest had sent all, as a share of that: 1 is fair. With one sender
    /// it is 1.
    package var share: Double {
      guard let slowest = progress.min(), let fastest = progress.max(), fastest > 0 else { return 1 }
      return Double(slowest) / Double(fastest)
    }
  }

  /// Starts the threads, lets them go at once, and waits until all have sent their values.
  ///
  /// - Parameters:
  ///   - senders: The number of threads.
  ///   - count: The number of values of each.
  ///   - send: Called by each thread with its number and each of its values, which differ from those of the others.
  /// - Returns: How many values each had sent when the first of them had sent all.
  package static func run(senders: Int, each count: Int, _ send: @escaping @Sendable (Int, Int) -> Void) -> [Int] {
    let counters = Counters(senders)
    let (ready, start, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup())
    let first = First()
    for sender in 0..<senders {
      done.enter()
      Thread.detachNewThread {
        ready.signal()
        start.wait()
        for value in 0..<count {
          send(sender, sender &* count &+ value)
          counters.set(sender, to: value + 1)
        }
        first.note { counters.all }
        done.leave()
      }
    }
    for _ in 0..<senders { ready.wait() }
    for _ in 0..<senders { start.signal() }
    done.wait()
    return first.progress
  }

  /// How many values each thread has sent.
  // Sendable: the numbers are atomic.
  private final class Counters: @unchecked Sendable {
    private let number: Int
    private let cells: UnsafeMutablePointer<Atomic<Int>>

    /// Each number has cache lines of its own: else the senders would wait for each other here.
    private let stride = 16

    init(_ number: Int) {
      self.number = number
      cells = .allocate(capacity: number * stride)
      for index in 0..<number { (cells + index * stride).initialize(to: Atomic(0)) }
    }

    deinit {
      for index in 0..<number { (cells + index * stride).deinitialize(count: 1) }
      cells.deallocate()
    }

    var all: [Int] { (0..<number).map { (cells + $0 * stride).pointee.load(ordering: .relaxed) } }

    func set(_ index: Int, to count: Int) {
      (cells + index * stride).pointee.store(count, ordering: .relaxed)
    }
  }

  /// Keeps what the first caller says.
  private final class First: Sendable {
    private let kept = Mutex<[Int]?>(nil)

    var progress: [Int] { kept.withLock { $0 ?? [] } }

    func note(_ progress: () -> [Int]) {
      kept.withLock { $0 = $0 ?? progress() }
    }
  }
}
