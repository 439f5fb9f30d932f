// Fifty pipelines of five operators, as a program of a few thousand lines has them: what a library costs a build, and
// the size of a program. The file is compiled against the toolkit and, through the link PeerProgram, against
// OpenCombine; only the imports differ. `streams-bench --builds` builds it in packages of its own.

#if PEER
  import OpenCombine
#else
  import StreamCore
  import StreamFiltering
  import StreamMapping
  import StreamReducing
#endif

func pipeline0(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.map { $0 &+ 0 }.filter { $0 != 0 }.removeDuplicates().compactMap { $0 > 0 ? $0 : nil }.first(where: { $0 > 0 })
    .sink { print(0, $0) }
}

func pipeline1(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.filter { $0 != 1 }.removeDuplicates().compactMap { $0 > 1 ? $0 : nil }.dropFirst(2).collect(3)
    .sink { print(1, $0) }
}

func pipeline2(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.removeDuplicates().compactMap { $0 > 2 ? $0 : nil }.dropFirst(2).prefix(1000).count()
    .sink { print(2, $0) }
}

func pipeline3(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.compactMap { $0 > 3 ? $0 : nil }.dropFirst(2).prefix(1000).scan(0) { max($0, $1) }.first(where: { $0 > 3 })
    .sink { print(3, $0) }
}

func pipeline4(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.dropFirst(2).prefix(1000).scan(0) { max($0, $1) }.map { $0 &+ 4 }.collect(3)
    .sink { print(4, $0) }
}

func pipeline5(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.prefix(1000).scan(0) { max($0, $1) }.map { $0 &+ 5 }.filter { $0 != 5 }.count()
    .sink { print(5, $0) }
}

func pipeline6(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.scan(0) { max($0, $1) }.map { $0 &+ 6 }.filter { $0 != 6 }.removeDuplicates().first(where: { $0 > 6 })
    .sink { print(6, $0) }
}

func pipeline7(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.map { $0 &+ 7 }.filter { $0 != 7 }.removeDuplicates().compactMap { $0 > 7 ? $0 : nil }.collect(3)
    .sink { print(7, $0) }
}

func pipeline8(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.filter { $0 != 8 }.removeDuplicates().compactMap { $0 > 8 ? $0 : nil }.dropFirst(2).count()
    .sink { print(8, $0) }
}

func pipeline9(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.removeDuplicates().compactMap { $0 > 9 ? $0 : nil }.dropFirst(2).prefix(1000).first(where: { $0 > 9 })
    .sink { print(9, $0) }
}

func pipeline10(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.compactMap { $0 > 10 ? $0 : nil }.dropFirst(2).prefix(1000).scan(0) { max($0, $1) }.collect(3)
    .sink { print(10, $0) }
}

func pipeline11(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.dropFirst(2).prefix(1000).scan(0) { max($0, $1) }.map { $0 &+ 11 }.count()
    .sink { print(11, $0) }
}

func pipeline12(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.prefix(1000).scan(0) { max($0, $1) }.map { $0 &+ 12 }.filter { $0 != 12 }.first(where: { $0 > 12 })
    .sink { print(12, $0) }
}

func pipeline13(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.scan(0) { max($0, $1) }.map { $0 &+ 13 }.filter { $0 != 13 }.removeDuplicates().collect(3)
    .sink { print(13, $0) }
}

func pipeline14(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.map { $0 &+ 14 }.filter { $0 != 14 }.removeDuplicates().compactMap { $0 > 14 ? $0 : nil }.count()
    .sink { print(14, $0) }
}

func pipeline15(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.filter { $0 != 15 }.removeDuplicates().compactMap { $0 > 15 ? $0 : nil }.dropFirst(2).first(where: { $0 > 15 })
    .sink { print(15, $0) }
}

func pipeline16(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.removeDuplicates().compactMap { $0 > 16 ? $0 : nil }.dropFirst(2).prefix(1000).collect(3)
    .sink { print(16, $0) }
}

func pipeline17(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.compactMap { $0 > 17 ? $0 : nil }.dropFirst(2).prefix(1000).scan(0) { max($0, $1) }.count()
    .sink { print(17, $0) }
}

func pipeline18(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.dropFirst(2).prefix(1000).scan(0) { max($0, $1) }.map { $0 &+ 18 }.first(where: { $0 > 18 })
    .sink { print(18, $0) }
}

func pipeline19(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.prefix(1000).scan(0) { max($0, $1) }.map { $0 &+ 19 }.filter { $0 != 19 }.collect(3)
    .sink { print(19, $0) }
}

func pipeline20(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.scan(0) { max($0, $1) }.map { $0 &+ 20 }.filter { $0 != 20 }.removeDuplicates().count()
    .sink { print(20, $0) }
}

func pipeline21(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.map { $0 &+ 21 }.filter { $0 != 21 }.removeDuplicates().compactMap { $0 > 21 ? $0 : nil }.first(where: {
    $0 > 21
  })
  .sink { print(21, $0) }
}

func pipeline22(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.filter { $0 != 22 }.removeDuplicates().compactMap { $0 > 22 ? $0 : nil }.dropFirst(2).collect(3)
    .sink { print(22, $0) }
}

func pipeline23(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.removeDuplicates().compactMap { $0 > 23 ? $0 : nil }.dropFirst(2).prefix(1000).count()
    .sink { print(23, $0) }
}

func pipeline24(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.compactMap { $0 > 24 ? $0 : nil }.dropFirst(2).prefix(1000).scan(0) { max($0, $1) }.first(where: { $0 > 24 })
    .sink { print(24, $0) }
}

func pipeline25(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.dropFirst(2).prefix(1000).scan(0) { max($0, $1) }.map { $0 &+ 25 }.collect(3)
    .sink { print(25, $0) }
}

func pipeline26(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.prefix(1000).scan(0) { max($0, $1) }.map { $0 &+ 26 }.filter { $0 != 26 }.count()
    .sink { print(26, $0) }
}

func pipeline27(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.scan(0) { max($0, $1) }.map { $0 &+ 27 }.filter { $0 != 27 }.removeDuplicates().first(where: { $0 > 27 })
    .sink { print(27, $0) }
}

func pipeline28(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.map { $0 &+ 28 }.filter { $0 != 28 }.removeDuplicates().compactMap { $0 > 28 ? $0 : nil }.collect(3)
    .sink { print(28, $0) }
}

func pipeline29(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.filter { $0 != 29 }.removeDuplicates().compactMap { $0 > 29 ? $0 : nil }.dropFirst(2).count()
    .sink { print(29, $0) }
}

func pipeline30(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.removeDuplicates().compactMap { $0 > 30 ? $0 : nil }.dropFirst(2).prefix(1000).first(where: { $0 > 30 })
    .sink { print(30, $0) }
}

func pipeline31(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.compactMap { $0 > 31 ? $0 : nil }.dropFirst(2).prefix(1000).scan(0) { max($0, $1) }.collect(3)
    .sink { print(31, $0) }
}

func pipeline32(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.dropFirst(2).prefix(1000).scan(0) { max($0, $1) }.map { $0 &+ 32 }.count()
    .sink { print(32, $0) }
}

func pipeline33(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.prefix(1000).scan(0) { max($0, $1) }.map { $0 &+ 33 }.filter { $0 != 33 }.first(where: { $0 > 33 })
    .sink { print(33, $0) }
}

func pipeline34(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.scan(0) { max($0, $1) }.map { $0 &+ 34 }.filter { $0 != 34 }.removeDuplicates().collect(3)
    .sink { print(34, $0) }
}

func pipeline35(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.map { $0 &+ 35 }.filter { $0 != 35 }.removeDuplicates().compactMap { $0 > 35 ? $0 : nil }.count()
    .sink { print(35, $0) }
}

func pipeline36(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.filter { $0 != 36 }.removeDuplicates().compactMap { $0 > 36 ? $0 : nil }.dropFirst(2).first(where: { $0 > 36 })
    .sink { print(36, $0) }
}

func pipeline37(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.removeDuplicates().compactMap { $0 > 37 ? $0 : nil }.dropFirst(2).prefix(1000).collect(3)
    .sink { print(37, $0) }
}

func pipeline38(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.compactMap { $0 > 38 ? $0 : nil }.dropFirst(2).prefix(1000).scan(0) { max($0, $1) }.count()
    .sink { print(38, $0) }
}

func pipeline39(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.dropFirst(2).prefix(1000).scan(0) { max($0, $1) }.map { $0 &+ 39 }.first(where: { $0 > 39 })
    .sink { print(39, $0) }
}

func pipeline40(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.prefix(1000).scan(0) { max($0, $1) }.map { $0 &+ 40 }.filter { $0 != 40 }.collect(3)
    .sink { print(40, $0) }
}

func pipeline41(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.scan(0) { max($0, $1) }.map { $0 &+ 41 }.filter { $0 != 41 }.removeDuplicates().count()
    .sink { print(41, $0) }
}

func pipeline42(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.map { $0 &+ 42 }.filter { $0 != 42 }.removeDuplicates().compactMap { $0 > 42 ? $0 : nil }.first(where: {
    $0 > 42
  })
  .sink { print(42, $0) }
}

func pipeline43(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.filter { $0 != 43 }.removeDuplicates().compactMap { $0 > 43 ? $0 : nil }.dropFirst(2).collect(3)
    .sink { print(43, $0) }
}

func pipeline44(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.removeDuplicates().compactMap { $0 > 44 ? $0 : nil }.dropFirst(2).prefix(1000).count()
    .sink { print(44, $0) }
}

func pipeline45(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.compactMap { $0 > 45 ? $0 : nil }.dropFirst(2).prefix(1000).scan(0) { max($0, $1) }.first(where: { $0 > 45 })
    .sink { print(45, $0) }
}

func pipeline46(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.dropFirst(2).prefix(1000).scan(0) { max($0, $1) }.map { $0 &+ 46 }.collect(3)
    .sink { print(46, $0) }
}

func pipeline47(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.prefix(1000).scan(0) { max($0, $1) }.map { $0 &+ 47 }.filter { $0 != 47 }.count()
    .sink { print(47, $0) }
}

func pipeline48(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.scan(0) { max($0, $1) }.map { $0 &+ 48 }.filter { $0 != 48 }.removeDuplicates().first(where: { $0 > 48 })
    .sink { print(48, $0) }
}

func pipeline49(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
  source.map { $0 &+ 49 }.filter { $0 != 49 }.removeDuplicates().compactMap { $0 > 49 ? $0 : nil }.collect(3)
    .sink { print(49, $0) }
}

let source = PassthroughSubject<Int, Never>()
var cancellables = [
  pipeline0(source), pipeline1(source), pipeline2(source), pipeline3(source), pipeline4(source),
  pipeline5(source), pipeline6(source), pipeline7(source), pipeline8(source), pipeline9(source),
  pipeline10(source), pipeline11(source), pipeline12(source), pipeline13(source), pipeline14(source),
  pipeline15(source), pipeline16(source), pipeline17(source), pipeline18(source), pipeline19(source),
  pipeline20(source), pipeline21(source), pipeline22(source), pipeline23(source), pipeline24(source),
  pipeline25(source), pipeline26(source), pipeline27(source), pipeline28(source), pipeline29(source),
  pipeline30(source), pipeline31(source), pipeline32(source), pipeline33(source), pipeline34(source),
  pipeline35(source), pipeline36(source), pipeline37(source), pipeline38(source), pipeline39(source),
  pipeline40(source), pipeline41(source), pipeline42(source), pipeline43(source), pipeline44(source),
  pipeline45(source), pipeline46(source), pipeline47(source), pipeline48(source), pipeline49(source),
]
for number in 0..<10 { source.send(number) }
source.send(completion: .finished)
cancellables.removeAll()
