import BenchModel
import Foundation

#if PEER
  import OpenCombine
  import OpenCombineFoundation
#else
  import Streams
#endif

private final class Counter {
  @Published var count = 0
}

// The plain code of an application without streams: setting a property, posting a notification.
enum Bridges {
  static func publishedOneSink(_ count: Int) -> Int {
    let tally = Tally()
    let counter = Counter()
    let cancellable = counter.$count.sink(to: tally.sink())
    for element in 1..<count { counter.count = element }
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  static func publishedNoSink(_ count: Int) -> Int {
    let counter = Counter()
    for element in 1..<count { counter.count = element }
    return counter.count
  }

  static func notification(_ count: Int) -> Int {
    let tally = Tally()
    let sink = tally.sink().receive
    let center = NotificationCenter()
    let name = Notification.Name("streams-bench")
    #if PEER
      let publisher = center.ocombine.publisher(for: name)
    #else
      let publisher = Publishers.NotificationPublisher(center: center, name: name)
    #endif
    let cancellable = publisher.sink { sink($0.object == nil ? 1 : 2) }
    for _ in 0..<count { center.post(name: name, object: nil) }
    return withExtendedLifetime(cancellable) { tally.sum }
  }
}
