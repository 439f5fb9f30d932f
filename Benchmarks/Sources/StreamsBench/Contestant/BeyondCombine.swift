#if !PEER
  import BenchModel
  import Streams

  /// Operators and subjects that neither Combine nor the peer has.
  enum BeyondCombine {
    static func pairwise(_ count: Int) -> Int {
      let tally = Tally()
      let sink = tally.sink().receive
      let cancellable = (0..<count).publisher.pairwise().sink { sink($0.previous &+ $0.current) }
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func scanInto(_ count: Int, _ work: Work<Int>) -> Int {
      let tally = Tally()
      let cancellable = (0..<count).publisher.scan(into: 0) { $0 = work.add($0, $1) }.sink(to: tally.sink())
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func withLatestFrom(_ count: Int, _ work: Work<Int>) -> Int {
      let tally = Tally()
      let (subject, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      let cancellable = subject.withLatestFrom(other) { work.add($0, $1) }.sink(to: tally.sink())
      other.send(1)
      for element in 0..<count { subject.send(element) }
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func combineLatestFourSubjects(_ count: Int) -> Int {
      joining(4, count) { s, sink in s[0].combineLatest(s[1], s[2], s[3]).sink { sink($0.0 &+ $0.3) } }
    }

    static func combineLatestFiveSubjects(_ count: Int) -> Int {
      joining(5, count) { s, sink in s[0].combineLatest(s[1], s[2], s[3], s[4]).sink { sink($0.0 &+ $0.4) } }
    }

    static func combineLatestEightSubjects(_ count: Int) -> Int {
      joining(8, count) { s, sink in
        s[0].combineLatest(s[1], s[2], s[3], s[4], s[5], s[6], s[7]).sink { sink($0.0 &+ $0.7) }
      }
    }

    static func combineLatestNineSubjects(_ count: Int) -> Int {
      joining(9, count) { s, sink in
        s[0].combineLatest(s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]).sink { sink($0.0 &+ $0.8) }
      }
    }

    static func zipFourSubjects(_ count: Int) -> Int {
      joining(4, count) { s, sink in s[0].zip(s[1], s[2], s[3]).sink { sink($0.0 &+ $0.3) } }
    }

    static func zipFiveSubjects(_ count: Int) -> Int {
      joining(5, count) { s, sink in s[0].zip(s[1], s[2], s[3], s[4]).sink { sink($0.0 &+ $0.4) } }
    }

    static func zipEightSubjects(_ count: Int) -> Int {
      joining(8, count) { s, sink in
        s[0].zip(s[1], s[2], s[3], s[4], s[5], s[6], s[7]).sink { sink($0.0 &+ $0.7) }
      }
    }

    static func zipNineSubjects(_ count: Int) -> Int {
      joining(9, count) { s, sink in
        s[0].zip(s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]).sink { sink($0.0 &+ $0.8) }
      }
    }

    /// Sends the elements to the subjects in turn.
    @inline(__always)
    private static func joining(
      _ number: Int, _ count: Int,
      _ sinking: ([PassthroughSubject<Int, Never>], @escaping @Sendable (Int) -> Void) -> AnyCancellable
    ) -> Int {
      let tally = Tally()
      let subjects = (0..<number).map { _ in PassthroughSubject<Int, Never>() }
      let cancellable = sinking(subjects, tally.sink().receive)
      for element in 0..<count { subjects[element % number].send(element) }
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func combineLatestOfEight(_ count: Int) -> Int {
      let tally = Tally()
      let sink = tally.sink().receive
      let subjects = (0..<8).map { _ in PassthroughSubject<Int, Never>() }
      let cancellable = subjects.combineLatest().sink { sink($0[0] &+ $0[7]) }
      for element in 0..<count { subjects[element & 7].send(element) }
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func combineLatestOfHundred(_ count: Int) -> Int {
      let tally = Tally()
      let sink = tally.sink().receive
      let subjects = (0..<100).map { _ in PassthroughSubject<Int, Never>() }
      let cancellable = subjects.combineLatest().sink { sink($0[0] &+ $0[99]) }
      for element in 0..<count { subjects[element % 100].send(element) }
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func concatMapSequence(_ count: Int) -> Int {
      let tally = Tally()
      let cancellable = (0..<(count / 10)).publisher.concatMap { ($0 * 10..<$0 * 10 + 10).publisher }
        .sink(to: tally.sink())
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func flatMapLatestSequence(_ count: Int) -> Int {
      let tally = Tally()
      let cancellable = (0..<(count / 10)).publisher.flatMapLatest { ($0 * 10..<$0 * 10 + 10).publisher }
        .sink(to: tally.sink())
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func replaySubject(_ count: Int) -> Int {
      let tally = Tally()
      let subject = ReplaySubject<Int, Never>(bufferSize: 16)
      let cancellable = subject.sink(to: tally.sink())
      for element in 0..<count { subject.send(element) }
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func groupBy(_ count: Int) -> Int {
      let tally = Tally()
      let cancellable = (0..<count).publisher.groupBy { $0 & 15 }.flatMap { $0 }.sink(to: tally.sink())
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func windowOfTen(_ count: Int) -> Int {
      let tally = Tally()
      let cancellable = (0..<count).publisher.window(size: 10).flatMap { $0 }.sink(to: tally.sink())
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func rateLimited(_ count: Int) -> Int {
      let tally = Tally()
      let limit = RateLimit(count, per: .seconds(1))
      let cancellable = (0..<count).publisher.rateLimited(limit, scheduler: ImmediateScheduler.shared, mode: .drop)
        .sink(to: tally.sink())
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func rateLimitedQueue(_ count: Int) -> Int {
      let tally = Tally()
      let limit = RateLimit(count, per: .seconds(1))
      let cancellable = (0..<count).publisher.rateLimited(limit, scheduler: ImmediateScheduler.shared)
        .sink(to: tally.sink())
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    /// The sinks are attached before the first run: only the delivery is measured.
    static func shareReplay(_ number: Int) -> Program {
      let tally = Tally()
      let subject = PassthroughSubject<Int, Never>()
      let shared = subject.share(replay: 16)
      let kept = Kept((subject, (0..<number).map { _ in shared.sink(to: tally.sink()) }))
      return { count in
        for element in 0..<(count / number) { kept.content.0.send(element) }
        return tally.sum
      }
    }
  }
#endif
