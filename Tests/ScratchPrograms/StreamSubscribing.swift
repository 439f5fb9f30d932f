import StreamSubscribing

final class Meter {
  var level = 0 { didSet { print("level", level) } }
  var subscription: AnyCancellable?

  func raise(_ value: Int) { level += value }
  func reset() { level = 0 }

  deinit { print("meter gone") }
}

_ = (1...10).publisher.sink(fixedDemand: 2, receiveCompletion: { print($0) }, receiveValue: { print("fixed", $0) })
_ = (1...3).publisher.sink(maxDemand: .max(2)) { print("graduated", $0) }
(1...10).publisher.result { print($0) }

let subject = PassthroughSubject<Int, Never>()
do {
  let meter = Meter()
  meter.subscription = subject.assign(to: \.level, onWeak: meter)
  subject.send(5)
  _ = Just(2).invoke(Meter.raise, on: meter)
  _ = Just(()).invoke(Meter.reset, onUnowned: meter)
}
subject.send(6)

// It prints:
// fixed 1
// fixed 2
// finished
// graduated 1
// graduated 2
// graduated 3
// success(1)
// level 5
// level 7
// level 0
// meter gone
