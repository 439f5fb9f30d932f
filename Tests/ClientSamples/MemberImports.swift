import Combine
import Foundation

// One operator of each family, by the import of `Combine` alone, with the upcoming feature `MemberImportVisibility`.

final class Store {
  var value = 0
}

func families(numbers: PassthroughSubject<Int, any Error>, queue: DispatchQueue) {
  _ = numbers.map { $0 + 1 }.filter { $0 > 1 }.reduce(0) { $0 + $1 }.handleEvents().count()
  _ = numbers.merge(with: numbers).catch { _ in Empty<Int, Never>() }.delay(for: .seconds(1), scheduler: queue)
    .share().print().assign(to: \.value, on: Store())
  _ = numbers.encode(encoder: JSONEncoder()).decode(type: Int.self, decoder: JSONDecoder()).values
  _ = numbers.timeout(.seconds(1), scheduler: RunLoop.main).multicast { PassthroughSubject<Int, any Error>() }
    .autoconnect().buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)
  _ = NotificationCenter.default.publisher(for: Notification.Name("news")).map(\.name).receive(on: OperationQueue.main)
  _ = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
  _ = [1, 2].publisher.collect(2).retry(2)
}
