/// How a delay before a retry varies at random, so that clients which have failed together do not return together.
///
/// With a delay `d` of the ``Backoff``, and never above its maximum:
///
///     none              d
///     full              0 … d
///     equal             d/2 … d
///     decorrelated      the first delay of the back-off … 3 × the previous delay
///     proportional(p)   d × (1 − p) … d × (1 + p)
///
/// Where another package has a type of the same name, a scoped import chooses: `import enum StreamResilience.Jitter`.
public enum Jitter: Sendable {
  /// The delay itself.
  case none

  /// From zero to the delay.
  case full

  /// From half of the delay to the delay.
  case equal

  /// From the first delay of the back-off to three times the previous delay, whatever the number of failures.
  case decorrelated

  /// The delay, plus or minus at most this fraction of it: 0 to 1.
  case proportional(Double)
}

extension Jitter {
  /// Traps if a part is not from 0 to 1.
  func requireValid() {
    guard case .proportional(let part) = self else { return }
    precondition((0...1).contains(part), "The part by which a delay varies is from 0 to 1 (rule 9): \(part)")
  }
}

/// The delays of one subscription, one after the other, in nanoseconds.
struct RetryDelays {
  let backoff: Backoff
  let jitter: Jitter
  var random: any RandomNumberGenerator & Sendable

  /// The previous delay, if there was one since the failures were last counted from zero.
  private var previous: Int?

  init(backoff: Backoff, jitter: Jitter, random: any RandomNumberGenerator & Sendable) {
    (self.backoff, self.jitter, self.random) = (backoff, jitter, random)
  }

  /// The delay before the next retry. It calls the generator, and the closure of a custom back-off.
  ///
  /// - Parameter failures: The number of failures: 1 or more.
  /// - Returns: The delay.
  mutating func next(failures: Int) -> Int {
    if failures == 1 { previous = nil }
    let maximum = backoff.maximum
    let delay = backoff.delay(after: failures)
    let next: Int
    switch jitter {
    case .none: next = delay
    case .full: next = .random(in: 0...delay, using: &random)
    case .equal: next = .random(in: (delay / 2)...delay, using: &random)
    case .decorrelated:
      let first = failures == 1 ? delay : min(maximum, backoff.delay(after: 1))
      let longest = min(maximum, Backoff.product(previous ?? first, 3))
      next = .random(in: first...max(first, longest), using: &random)
    case .proportional(let part):
      let width = part < 1 ? Int(Double(delay) * part) : delay
      next = .random(in: (delay - width)...min(maximum, Backoff.sum(delay, width)), using: &random)
    }
    previous = next
    return next
  }
}
