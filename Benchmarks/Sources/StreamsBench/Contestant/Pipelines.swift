import BenchModel

#if PEER
  import OpenCombine
#else
  import Streams
#endif

enum Pipelines {
  static func sequenceSink(_ count: Int) -> Int {
    let tally = Tally()
    let cancellable = (0..<count).publisher.sink(to: tally.sink())
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func sequenceMapFilter(_ count: Int, _ work: Work<Int>) -> Int {
    let tally = Tally()
    let cancellable = mapFilter((0..<count).publisher, work).sink(to: tally.sink())
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func collapsedMapFilter(_ count: Int, _ work: Work<Int>) -> Int {
    let tally = Tally()
    let cancellable = (0..<count).publisher.map(work.change).filter(work.isKept).sink(to: tally.sink())
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func sequenceTenMaps(_ count: Int, _ work: Work<Int>) -> Int {
    let tally = Tally()
    let five = mapped(mapped(mapped(mapped(mapped((0..<count).publisher, work), work), work), work), work)
    let ten = mapped(mapped(mapped(mapped(mapped(five, work), work), work), work), work)
    let cancellable = ten.sink(to: tally.sink())
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func sequenceStateful(_ count: Int, _ work: Work<Int>) -> Int {
    let tally = Tally()
    let sink = tally.sink().receive
    let cancellable = stateful((0..<count).publisher, work).sink { for element in $0 { sink(element) } }
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func erasedMapFilter(_ count: Int, _ work: Work<Int>) -> Int {
    let tally = Tally()
    let cancellable = erased((0..<count).publisher, work).sink(to: tally.sink())
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func passthroughMapFilter(_ count: Int, _ work: Work<Int>) -> Int {
    let tally = Tally()
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = mapFilter(subject, work).sink(to: tally.sink())
    for element in 0..<count { subject.send(element) }
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func plainSink(_ count: Int) -> Int {
    let tally = Tally()
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.sink(to: tally.sink())
    for element in 0..<count { subject.send(element) }
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func currentValue(_ count: Int) -> Int {
    let tally = Tally()
    let subject = CurrentValueSubject<Int, Never>(0)
    let cancellable = subject.sink(to: tally.sink())
    for element in 1..<count { subject.send(element) }
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  /// The sinks are attached before the first run: only the delivery is measured.
  static func sinks(_ number: Int) -> Program {
    let tally = Tally()
    let subject = PassthroughSubject<Int, Never>()
    let kept = Kept((subject, (0..<number).map { _ in subject.sink(to: tally.sink()) }))
    return { count in
      for element in 0..<(count / number) { kept.content.0.send(element) }
      return tally.sum
    }
  }

  static func flatMapJust(_ count: Int) -> Int {
    let tally = Tally()
    let cancellable = (0..<count).publisher.flatMap { Just($0) }.sink(to: tally.sink())
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func flatMapSequence(_ count: Int) -> Int {
    let tally = Tally()
    let cancellable = (0..<(count / 10)).publisher.flatMap { ($0 * 10..<$0 * 10 + 10).publisher }
      .sink(to: tally.sink())
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func appendSequences(_ count: Int) -> Int {
    let tally = Tally()
    let sink = tally.sink()
    for twenty in 0..<(count / 20) {
      let ten = (20 * twenty..<20 * twenty + 10).publisher
      let cancellable = ten.append((20 * twenty + 10..<20 * twenty + 20).publisher).sink(to: sink)
      withExtendedLifetime(cancellable) {}
    }
    return tally.sum
  }

  static func appendTenSequences(_ count: Int) -> Int {
    let tally = Tally()
    let sink = tally.sink()
    for hundred in 0..<(count / 100) {
      let ten = { (number: Int) in (100 * hundred + 10 * number..<100 * hundred + 10 * number + 10).publisher }
      let five = ten(0).append(ten(1)).append(ten(2)).append(ten(3)).append(ten(4))
      let cancellable = five.append(ten(5)).append(ten(6)).append(ten(7)).append(ten(8)).append(ten(9)).sink(to: sink)
      withExtendedLifetime(cancellable) {}
    }
    return tally.sum
  }

  static func flatMapFourSubjects(_ count: Int) -> Int {
    let tally = Tally()
    let groups = 5
    let subjects = (0..<(4 * groups)).map { _ in PassthroughSubject<Int, Never>() }
    let cancellable = subjects.publisher.flatMap(maxPublishers: .max(4)) { $0 }.sink(to: tally.sink())
    for group in 0..<groups {
      let active = subjects[(4 * group)..<(4 * group + 4)]
      for element in 0..<(count / (4 * groups)) {
        for subject in active { subject.send(element) }
      }
      for subject in active { subject.send(completion: .finished) }
    }
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func zipSequences(_ count: Int, _ work: Work<Int>) -> Int {
    let tally = Tally()
    let sink = tally.sink().receive
    let cancellable = (0..<count).publisher.zip((0..<count).publisher).sink { sink(work.add($0, $1)) }
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func zipTwoSubjects(_ count: Int) -> Int {
    let tally = Tally()
    let sink = tally.sink().receive
    let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let cancellable = left.zip(right).sink { sink($0 &+ $1) }
    for element in 0..<(count / 2) {
      left.send(2 * element)
      right.send(2 * element + 1)
    }
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func switchToLatestSequences(_ count: Int) -> Int {
    let tally = Tally()
    let cancellable = (0..<(count / 10)).publisher.map { ($0 * 10..<$0 * 10 + 10).publisher }.switchToLatest()
      .sink(to: tally.sink())
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func shareTenSinks(_ count: Int) -> Int {
    let tally = Tally()
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.share()
    let cancellables = (0..<10).map { _ in shared.sink(to: tally.sink()) }
    for element in 0..<(count / 10) { subject.send(element) }
    return withExtendedLifetime(cancellables) { tally.sum }
  }

  static func bufferKeepFull(_ count: Int) -> Int {
    let tally = Tally()
    let cancellable = (0..<count).publisher.buffer(size: 64, prefetch: .keepFull, whenFull: .dropNewest)
      .sink(to: tally.sink())
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  #if !PEER
    static func mergeTwoSubjects(_ count: Int) -> Int {
      let tally = Tally()
      let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      let cancellable = left.merge(with: right).sink(to: tally.sink())
      for element in 0..<(count / 2) {
        left.send(2 * element)
        right.send(2 * element + 1)
      }
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func combineLatestTwoSubjects(_ count: Int) -> Int {
      let tally = Tally()
      let sink = tally.sink().receive
      let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      let cancellable = left.combineLatest(right).sink { sink($0 &+ $1) }
      for element in 0..<(count / 2) {
        left.send(2 * element)
        right.send(2 * element + 1)
      }
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func mergeFourSubjects(_ count: Int) -> Int {
      let tally = Tally()
      let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
      let cancellable = subjects[0].merge(with: subjects[1], subjects[2], subjects[3])
        .sink(to: tally.sink())
      for element in 0..<count { subjects[element & 3].send(element) }
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static func combineLatestThreeSubjects(_ count: Int) -> Int {
      let tally = Tally()
      let sink = tally.sink().receive
      let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
      let cancellable = subjects[0].combineLatest(subjects[1], subjects[2]).sink { sink($0 &+ $1 &+ $2) }
      for element in 0..<count { subjects[element % 3].send(element) }
      return withExtendedLifetime(cancellable) { tally.sum }
    }
  #endif
}
