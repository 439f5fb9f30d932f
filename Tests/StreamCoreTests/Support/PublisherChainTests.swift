import StreamCore
import TestSupport
import Testing

@Suite("PublisherChain")
struct PublisherChainTests {
  typealias Chain = PublisherChain<Int, Never>

  private func link(_ value: Int, holding object: Counted? = nil) -> Chain {
    Chain(.link { subscriber in withExtendedLifetime(object) { Just(value).subscribe(subscriber) } })
  }

  /// What the links deliver, from the first to the last.
  private func values(of chain: Chain) -> [Int] {
    var values: [Int] = []
    var rest = [chain]
    while let next = rest.popLast() {
      switch next.content {
      case .pair(let first, let second): rest += [second, first]
      case .link(let attach):
        let recorder = RecordingSubscriber<Int, Never>()
        attach(AnySubscriber(recorder))
        values += recorder.values
      }
    }
    return values
  }

  @Test("Holds publishers in their order, however they were joined")
  func order() {
    let front = Chain(.pair(link(1), link(2)))
    let back = Chain(.pair(link(3), Chain(.pair(link(4), link(5)))))
    expectEqual(values(of: Chain(.pair(front, back))), [1, 2, 3, 4, 5])
    expectEqual(values(of: front), [1, 2])
  }

  @Test("An erased publisher keeps its chain when it is erased again, and any other has none")
  func ofPublishers() {
    let chain = Chain(.pair(link(1), link(2)))
    let erased = AnyPublisher(chain: chain) { Just(0).subscribe($0) }
    expect(erased.chain === chain)
    expect(erased.eraseToAnyPublisher().chain === chain)
    expect(Just(1).eraseToAnyPublisher().chain == nil)
  }

  @Test("A long chain is released in a loop, at whichever end it has grown", arguments: [true, false])
  func takenDownInLoop(growsAtFront: Bool) {
    let alive = Box(0)
    do {
      var chain = link(0)
      for number in 1...200_000 {
        let added = link(number, holding: number % 1_000 == 0 ? Counted(alive) : nil)
        chain = Chain(.pair(growsAtFront ? added : chain, growsAtFront ? chain : added))
      }
      expectEqual(alive.value, 200)
      withExtendedLifetime(chain) {}
    }
    expectEqual(alive.value, 0)
  }

  @Test("A part with other owners stays, even if they release it at the same time")
  func sharedParts() {
    for _ in 0..<300 {
      let alive = Box(0)
      let owners = Box<[Chain?]>([])
      do {
        var shared = link(0, holding: Counted(alive))
        for number in 1...20 { shared = Chain(.pair(shared, link(number, holding: Counted(alive)))) }
        owners.value = (0..<3).map { Chain(.pair(shared, link($0))) }
      }
      let last = owners.value[2]
      owners.update { $0[2] = nil }
      concurrently(2) { thread in
        // Taken out under the box's lock, and released outside.
        let released = owners.update { $0[thread].take() }
        withExtendedLifetime(released) {}
      }
      expectEqual(alive.value, 21)
      expectEqual(last.map(values(of:))?.count, 22)
      withExtendedLifetime(last) {}
    }
  }
}
