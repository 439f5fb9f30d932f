// Calls of a service that share a guard.

/// A guard as its specification has it: told of one begin or end at a time.
protocol CallGuard {
  /// Whether a call may begin; `nil` if it has to wait.
  mutating func admits(_ call: Int) -> Bool?
  /// A call that has begun ends.
  mutating func ended(_ call: Int, with end: Signal)
}

extension ValueModel {
  /// The signals of calls, each at a value of upstream, and of those that waited when another has ended.
  mutating func calls(_ upstream: [Timed], _ children: [Int], behind callGuard: some CallGuard) -> [Timed] {
    var callGuard = callGuard
    var result: [Timed] = []
    var running: [(call: Int, rest: ArraySlice<Timed>)] = []
    var line: [(call: Int, child: Int)] = []

    func begin(_ call: Int, _ child: Int, in step: Int) {
      running.append((call, signals(ofSource: child, from: step)[...]))
      play(call, in: step)
    }
    func play(_ call: Int, in step: Int) {
      while let index = running.firstIndex(where: { $0.call == call }), let timed = running[index].rest.first,
        timed.step == step
      {
        running[index].rest.removeFirst()
        guard timed.signal.isEnd else {
          result.append(timed)
          continue
        }
        running.remove(at: index)
        callGuard.ended(call, with: timed.signal)
        if case .failure(let fault) = timed.signal {
          result.append(Timed(step: step, signal: .value(Code.failure(fault))))
        }
        while let first = line.first, callGuard.admits(first.call) == true {
          line.removeFirst()
          begin(first.call, first.child, in: step)
        }
      }
    }

    for step in -1..<scenario.timeline.count {
      // A step drives upstream or children.
      for (call, timed) in upstream.enumerated() where timed.step == step {
        guard case .value(let value) = timed.signal else { continue }
        switch callGuard.admits(call) {
        case true: begin(call, child(children, for: value), in: step)
        case false: result.append(Timed(step: step, signal: .value(Code.refused)))
        case nil: line.append((call, child(children, for: value)))
        }
      }
      for call in running.map(\.call) { play(call, in: step) }
      guard let end = upstream.last, end.signal.isEnd, end.step <= step else { continue }
      if end.signal != .finished { return result + [end] }
      if running.isEmpty, line.isEmpty { return result + [Timed(step: step, signal: .finished)] }
    }
    return result
  }
}

/// Some places, and a line in front of them.
struct BulkheadModel: CallGuard {
  let places: Int
  let room: Int
  private var inside = 0
  private var waiting: Set<Int> = []

  init(places: Int, room: Int) {
    (self.places, self.room) = (places, room)
  }

  mutating func admits(_ call: Int) -> Bool? {
    if inside < places {
      waiting.remove(call)
      inside += 1
      return true
    }
    guard waiting.count < room else { return false }
    waiting.insert(call)
    return nil
  }

  mutating func ended(_ call: Int, with end: Signal) {
    inside -= 1
  }
}

/// The newest results while it is closed, and the trials after it was open.
struct BreakerModel: CallGuard {
  private enum Phase {
    case closed(failures: [Bool])
    case open
    case trying(running: Int, successes: Int)
  }

  let settings: ExtraResilience.Breaker
  private var phase = Phase.closed(failures: [])
  /// Counts the phases: a call that ends in another than it began in is not counted.
  private var period = 0
  private var begins: [Int: Int] = [:]

  init(_ settings: ExtraResilience.Breaker) {
    self.settings = settings
  }

  mutating func admits(_ call: Int) -> Bool? {
    if case .open = phase, !settings.staysOpen { enter(.trying(running: 0, successes: 0)) }
    switch phase {
    case .closed: break
    case .open: return false
    case .trying(let running, let successes):
      // More than have to succeed are not made.
      guard running + successes < settings.trialCalls else { return false }
      phase = .trying(running: running + 1, successes: successes)
    }
    begins[call] = period
    return true
  }

  mutating func ended(_ call: Int, with end: Signal) {
    guard begins[call] == period else { return }
    let fails = if case .failure(let fault) = end { fault.code <= settings.codeUpTo } else { false }
    switch phase {
    case .open: break
    case .closed(let failures):
      let newest = (failures + [fails]).suffix(settings.window)
      let rate = Double(newest.count { $0 }) / Double(newest.count)
      let isSure = newest.count >= min(settings.minimumCalls, settings.window)
      phase = .closed(failures: Array(newest))
      if isSure, rate >= settings.failureRate { enter(.open) }
    case .trying(let running, let successes):
      if fails {
        enter(.open)
      } else if successes + 1 == settings.trialCalls {
        enter(.closed(failures: []))
      } else {
        phase = .trying(running: running - 1, successes: successes + 1)
      }
    }
  }

  private mutating func enter(_ next: Phase) {
    phase = next
    period += 1
  }
}
