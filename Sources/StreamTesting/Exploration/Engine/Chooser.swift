/// Decides which thread runs next at each point of a schedule.
protocol Chooser: AnyObject {
  /// Picks the thread to run next.
  ///
  /// - Parameters:
  ///   - threads: The numbers of the runnable threads, one or more, in ascending order.
  ///   - situation: The thread that reached the point, and its step.
  /// - Returns: One of `threads`.
  func pick(from threads: [Int], in situation: ChoiceSituation) -> Int

  /// Picks one of `count` options, two or more, numbered from zero.
  func choose(from count: Int, in situation: ChoiceSituation) -> Int
}

/// The context of a decision.
struct ChoiceSituation {
  /// The thread that reached the point; zero at the start.
  let thread: Int

  /// The number of points that thread has reached.
  let step: Int
}

extension ChoiceSituation {
  /// The default decision: a thread runs as long as it can.
  func usual(of threads: [Int]) -> Int {
    threads.contains(thread) ? thread : threads[0]
  }
}

/// Switches threads at random, with a different probability in each schedule.
final class RandomChooser: Chooser {
  private var random: SeededGenerator
  private let odds: UInt64

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    odds = 2 << (random.next() % 5)
  }

  func pick(from threads: [Int], in situation: ChoiceSituation) -> Int {
    let usual = situation.usual(of: threads)
    if usual == situation.thread, random.next() % odds != 0 { return usual }
    return threads[random.below(threads.count)]
  }

  func choose(from count: Int, in situation: ChoiceSituation) -> Int { random.below(count) }
}

/// Gives threads random priorities, and lowers them at a few points (probabilistic concurrency testing): a fault that
/// needs `depth` thread switches is found with a known probability.
final class PriorityChooser: Chooser {
  private var random: SeededGenerator
  private var priorities: [Int: UInt64] = [:]
  private var changes: Set<Int> = []
  private var picks = 0

  /// The priority given to the next demoted thread: below all random ones.
  private var lowest: UInt64 = 1 << 20

  /// - Parameters:
  ///   - seed: Seeds the priorities and change points.
  ///   - count: The number of change points.
  ///   - picks: The number of choices between threads in an earlier schedule.
  init(seed: UInt64, changes count: Int, among picks: Int) {
    random = SeededGenerator(seed: seed)
    for _ in 0..<count { changes.insert(1 + random.below(max(picks, 1))) }
  }

  func pick(from threads: [Int], in situation: ChoiceSituation) -> Int {
    for thread in threads where priorities[thread] == nil { priorities[thread] = random.next() | 1 << 32 }
    picks += 1
    if changes.contains(picks) {
      lowest -= 1
      priorities[situation.thread] = lowest
    }
    return threads.max { (priorities[$0] ?? 0) < (priorities[$1] ?? 0) } ?? threads[0]
  }

  func choose(from count: Int, in situation: ChoiceSituation) -> Int { random.below(count) }
}

/// Follows a schedule; without an entry for a point, a thread runs as long as it can.
final class ReplayChooser: Chooser {
  private let schedule: [ExplorationSchedule.Point: Int]

  init(_ schedule: ExplorationSchedule) {
    self.schedule = Dictionary(schedule.decisions.map { ($0.point, $0.choice) }, uniquingKeysWith: { $1 })
  }

  func pick(from threads: [Int], in situation: ChoiceSituation) -> Int {
    guard let choice = schedule[situation.point], threads.contains(choice) else { return situation.usual(of: threads) }
    return choice
  }

  func choose(from count: Int, in situation: ChoiceSituation) -> Int {
    min(schedule[situation.point] ?? 0, count - 1)
  }
}

extension ChoiceSituation {
  var point: ExplorationSchedule.Point { ExplorationSchedule.Point(thread: thread, step: step) }
}

/// Enumerates all schedules with a bounded number of preemptions depth first, one run each.
final class ExhaustiveChooser: Chooser {
  private struct Branch {
    let count: Int
    var chosen = 0
  }

  private let limit: Int
  private var branches: [Branch] = []
  private var depth = 0
  private var preemptions = 0

  /// Whether a run diverged from the previous one before the point where it was meant to.
  private(set) var isStray = false

  init(preemptions limit: Int) {
    self.limit = limit
  }

  /// Prepares the next schedule.
  ///
  /// - Returns: Whether there is one left.
  func advance() -> Bool {
    (depth, preemptions) = (0, 0)
    while let last = branches.popLast() {
      if last.chosen + 1 < last.count {
        branches.append(Branch(count: last.count, chosen: last.chosen + 1))
        return true
      }
    }
    return false
  }

  func pick(from threads: [Int], in situation: ChoiceSituation) -> Int {
    let usual = situation.usual(of: threads)
    let isFree = usual == situation.thread
    if isFree, preemptions >= limit { return usual }
    let index = branch(among: threads.count)
    guard index > 0 else { return usual }
    if isFree { preemptions += 1 }
    return threads.filter { $0 != usual }[index - 1]
  }

  func choose(from count: Int, in situation: ChoiceSituation) -> Int { branch(among: count) }

  private func branch(among count: Int) -> Int {
    defer { depth += 1 }
    if depth == branches.count { branches.append(Branch(count: count)) }
    if branches[depth].count != count { isStray = true }
    return min(branches[depth].chosen, count - 1)
  }
}
