import Streams
import TestSupport
import Testing

@Suite("Combine's source: combining")
struct CombiningSourceTests {
  typealias Numbers = PassthroughSubject<Int, Never>
  typealias Words = PassthroughSubject<String, Never>

  let a = Numbers()
  let b = Words()
  let c = PassthroughSubject<Bool, Never>()
  let d = PassthroughSubject<Double, Never>()

  @Test("combineLatest")
  func combineLatest() {
    let two: Publishers.CombineLatest<Numbers, Words> = a.combineLatest(b)
    expect(two.a === a && two.b === b)
    let three: Publishers.CombineLatest3<Numbers, Words, PassthroughSubject<Bool, Never>> = a.combineLatest(b, c)
    expect(three.c === c)
    let four = Publishers.CombineLatest4(a, b, c, d)
    expect(four.d === d && a.combineLatest(b, c, d).a === a)
    var lines: [String] = []
    let cancellables = [
      two.sink { lines.append("\($0.0)\($0.1)") },
      a.combineLatest(b) { "\($0)+\($1)" }.sink { lines.append($0) },
      a.combineLatest(b, c) { "\($0)\($1)\($2)" }.sink { lines.append($0) },
      a.combineLatest(b, c, d) { number, word, flag, fraction in "\(number)\(word)\(flag)\(fraction)" }
        .sink { lines.append($0) },
    ]
    a.send(1)
    b.send("x")
    c.send(true)
    d.send(0.5)
    expectEqual(lines, ["1x", "1+x", "1xtrue", "1xtrue0.5"])
    expectEqual(Publishers.CombineLatest(Just(1), Just(2)), Publishers.CombineLatest(Just(1), Just(2)))
    withExtendedLifetime(cancellables) {}
  }

  @Test("merge")
  func merge() {
    let subjects = (0..<8).map { _ in Numbers() }
    let two: Publishers.Merge<Numbers, Numbers> = Publishers.Merge(subjects[0], subjects[1])
    expect(two.a === subjects[0] && two.b === subjects[1])
    let three: Publishers.Merge3<Numbers, Numbers, Numbers> = two.merge(with: subjects[2])
    let four: Publishers.Merge4<Numbers, Numbers, Numbers, Numbers> = three.merge(with: subjects[3])
    let five: Publishers.Merge5<Numbers, Numbers, Numbers, Numbers, Numbers> = four.merge(with: subjects[4])
    let six: Publishers.Merge6<Numbers, Numbers, Numbers, Numbers, Numbers, Numbers> = five.merge(with: subjects[5])
    let seven: Publishers.Merge7<Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers> = six.merge(
      with: subjects[6])
    let eight: Publishers.Merge8<Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers> = seven.merge(
      with: subjects[7])
    expect(eight.h === subjects[7] && eight.g === subjects[6] && eight.f === subjects[5] && eight.e === subjects[4])
    expect(eight.d === subjects[3] && eight.c === subjects[2])
    let many: Publishers.MergeMany<Numbers> = Publishers.MergeMany(subjects)
    expectEqual(many.publishers.count, 8)
    expectEqual(Publishers.MergeMany(Just(1), Just(2)), Publishers.MergeMany([Just(1), Just(2)]))
    var sums = (eight: 0, many: 0)
    let cancellables = [eight.sink { sums.eight += $0 }, many.merge(with: a).sink { sums.many += $0 }]
    for (index, subject) in subjects.enumerated() { subject.send(index) }
    a.send(100)
    expect(sums == (28, 128))
    expect(
      outputs(Just(1).merge(with: Just(2), Just(3), Just(4), Just(5), Just(6), Just(7), Just(8))).sorted()
        == Array(1...8))
    withExtendedLifetime(cancellables) {}
  }

  @Test("zip")
  func zip() {
    let two: Publishers.Zip<Numbers, Words> = a.zip(b)
    let three: Publishers.Zip3<Numbers, Words, PassthroughSubject<Bool, Never>> = a.zip(b, c)
    let four = Publishers.Zip4(a, b, c, d)
    expect(two.a === a && three.c === c && four.d === d)
    expectEqual(outputs([1, 2].publisher.zip(["a", "b"].publisher) { "\($0)\($1)" }), ["1a", "2b"])
    expectEqual(outputs(Just(1).zip(Just(2), Just(3)) { [$0, $1, $2] }), [[1, 2, 3]])
    expectEqual(outputs(Just(1).zip(Just(2), Just(3), Just(4)) { [$0, $1, $2, $3] }), [[1, 2, 3, 4]])
    expect(outputs(a.zip(b, c, d)).isEmpty)
  }

  @Test("append and prepend")
  func concatenate() {
    let publisher: Publishers.Concatenate<Numbers, Just<Int>> = a.append(Just(1))
    expect(publisher.prefix === a && publisher.suffix == Just(1))
    expectEqual(outputs(Just(2).prepend(Just(1)).append(Just(3))), [1, 2, 3])
    expectEqual(outputs([3].publisher.append(4, 5).prepend(1, 2)), [1, 2, 3, 4, 5])
    expectEqual(outputs([3].publisher.append(4...5).prepend([1, 2])), [1, 2, 3, 4, 5])
    let sequence: Publishers.Sequence<[Int], Never> = Just(1).append(2)
    expectEqual(sequence.sequence, [1, 2])
    expectEqual(Publishers.Concatenate(prefix: Just(1), suffix: Just(2)), Just(1).append(Just(2)))
  }

  @Test("switchToLatest, in each combination of failure types")
  func switchToLatest() {
    let outer = PassthroughSubject<Numbers, Never>()
    let same: Publishers.SwitchToLatest<Numbers, PassthroughSubject<Numbers, Never>> = outer.switchToLatest()
    expect(same.upstream === outer)
    var values: [Int] = []
    let cancellable = same.sink { values.append($0) }
    let first = Numbers()
    outer.send(first)
    first.send(1)
    outer.send(a)
    first.send(2)
    a.send(3)
    expectEqual(values, [1, 3])
    cancellable.cancel()
    let faultyInner = PassthroughSubject<Fail<Int, Fault>, Never>().switchToLatest()
    let faultyOuter = PassthroughSubject<Just<Int>, Fault>().switchToLatest()
    expect(completion(faultyInner) == nil && completion(faultyOuter) == nil)
  }
}
