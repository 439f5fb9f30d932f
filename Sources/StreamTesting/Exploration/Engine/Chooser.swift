/// Decides who goes on at each point of one schedule.
protocol Chooser: AnyObject {
  /// Decides which thread goes on.
  ///
  /// - Parameters:
  ///   - threads: The numbers of those that can, one or more, in ascending order.
  ///   - situation: Who has come to the point, and when.
  /// - Returns: One of `threads`.
  func pick(from threads: [Int], in situation: ChoiceSituation) -> Int

  /// Decides between `count` ways to go on, two or more, which are numbered from zero.
  func choose(from count: Int, in situation: ChoiceSituation) -> Int
}

/// When a decision is taken.
struct ChoiceSituation {
  /// The thread that has come to the point; zero at the start.
  let thread: Int

  /// How many points that thread has come to.
  let step: Int
}

extension ChoiceSituation {
  /// What happens if nothing else is decided: a thread goes on for as long as it can.
  func usual(of threads: [Int]) -> Int {
    threads.contains(thread) ? thread : threads[0]
  }
}

/// Changes threads at random, in each schedule with another probability.
final class RandomChooser: Chooser {
  private var random: SplitMix
  private let odds: UInt64

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    odds = 2 << (random.next() % 5)
  }

  func pick(from threads: [Int], in situation: ChoiceSituation) -> Int {
    let usual = situation.usual(of: threads)
    if usual == situation.thread, random.next() % odds != 0 { return usual }
    return threads[random.below(threads.count)]
  }

  func choose(from count: Int, in situation: ChoiceSituation) -> Int { random.below(count) }
}

/// Gives threads priorities at random, and takes them away at few points (probabilistic concurrency testing): a fault that
/// needs `depth` changes of threads is found with a known probability.
final class PriorityChooser: Chooser {
  private var random: SplitMix
  private var priorities: [Int: UInt64] = [:]
  private var changes: Set<Int> = []
  private var picks = 0

  /// The priority of the next thread that loses its own: below all that are given at random.
  private var lowest: UInt64 = 1 << 20

  /// - Parameters:
  ///   - seed: What priorities and changes are drawn from.
  ///   - count: How many changes.
  ///   - picks: How often a schedule before had several threads to pick from.
  init(seed: UInt64, changes count: Int, among picks: Int) {
    random = SplitMix(state: seed)
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

/// Follows a schedule; where that says nothing, a thread goes on for as long as it can.
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

/// Goes through all schedules with so many preemptions: depth first, each as a run of its own.
final class ExhaustiveChooser: Chooser {
  private struct Branch {
    let count: Int
    var chosen = 0
  }

  private let limit: Int
  private var branches: [Branch] = []
  private var depth = 0
  private var preemptions = 0

  /// Whether a run took other ways than the one before, up to the point where they were to part.
  private(set) var isStray = false

  init(preemptions limit: Int) {
    self.limit = limit
  }

  /// Prepares the next schedule.
  ///
  /// - Returns: Whether there is one.
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

/// A generator of random numbers that gives the same numbers for the same seed.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
