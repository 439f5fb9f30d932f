// Each name is used as if Streams had none of it. As an app, this imports a library with those names: types at top
// level are chosen by a scoped import then, as any two modules' are, and all else is found by itself.
import StreamTesting
import Streams

#if IN_AN_APP
  import ClientLibrary
  import class ClientLibrary.CurrentValueRelay
  import class ClientLibrary.PassthroughRelay
  import class ClientLibrary.ReplaySubject
  import class ClientLibrary.TestScheduler
  import struct ClientLibrary.AnyScheduler
  import typealias ClientLibrary.AnySchedulerOf
#endif

final class Model {
  var number = 0

  func show(_ number: Int) {}
}

func mark(_ mark: ClientMark) {}

func found(_ publisher: AnyPublisher<Int, Never>, model: Model) {
  let then = publisher.then { Just("next") }
  mark(then)
  let handleEnd = publisher.handleEnd { _ in }
  mark(handleEnd)
  let checkpoint = publisher.checkpoint("name")
  mark(checkpoint)
  let latest = publisher.withLatestFrom(Just(1))
  mark(latest)
  let combined = publisher.withLatestFrom(Just(1)) { $0 + $1 }
  mark(combined)
  let materialized = publisher.materialize()
  mark(materialized)
  let dematerialized = publisher.dematerialize()
  mark(dematerialized)
  let first = publisher.amb(Just(1))
  mark(first)
  let newest = publisher.flatMapLatest { Just($0) }
  mark(newest)
  let counted = publisher.multicast(subject: PassthroughSubject()).referenceCounted()
  mark(counted)
  let created = AnyPublisher<Int, Never>.create { _ in }
  mark(created)
  let shared = publisher.share(replay: 1)
  mark(shared)
  let retried = publisher.retry(on: ImmediateScheduler.shared, intervals: [1, 2])
  mark(retried)
  let result = publisher.result(onEmpty: { nil }, { _ in })
  mark(result)
  let sink = publisher.sink(fixedDemand: 1, receiveCompletion: { _ in }, receiveValue: { _ in })
  mark(sink)
  let assigned = publisher.assign(to: \.number, onWeak: model)
  mark(assigned)
  let invoked = publisher.invoke(Model.show, onWeak: model)
  mark(invoked)
  let scheduler = ImmediateScheduler.shared.eraseToAnyScheduler()
  mark(scheduler.mark)
  mark(AnySchedulerOf<ImmediateScheduler>().mark)
  mark(Publishers.Then<Int, Int>().mark)
  mark(Publishers.HandleEnd<Int>().mark)
  mark(Publishers.DelayedRetry<Int, Int>().mark)
  mark(Publishers.WithLatestFrom<Int, Int>().mark)
  mark(Publishers.Materialize<Int>().mark)
  mark(Publishers.Dematerialize<Int>().mark)
  mark(Publishers.Create<Int>().mark)
  mark(Publishers.Amb<Int>().mark)
  mark(Publishers.ReferenceCounted<Int>().mark)
  mark(Publishers.Factory<Int>().mark)
  mark(Publishers.Timer<Int>().mark)
  mark(ReplaySubject<Int, Never>().mark)
  mark(PassthroughRelay<Int>().mark)
  mark(CurrentValueRelay<Int>().mark)
  mark(TestScheduler<Int, Int>().mark)
  mark(Subscribers.FixedSink<Int, Never>().mark)
  mark(Subscribers.GraduatedSink<Int, Never>().mark)
}

extension Publishers {
  static func foundInside() {
    mark(Then<Int, Int>().mark)
    mark(WithLatestFrom<Int, Int>().mark)
  }
}
