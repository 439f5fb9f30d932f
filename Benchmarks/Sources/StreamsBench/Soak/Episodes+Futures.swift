import Dispatch
import Streams

extension Episode {
  static let futures = [
    Episode("futures that are kept at once") { size in
      for value in 0..<size { try expect(1, from: Deferred { Future<Int, Never> { $0(.success(value)) } }) }
      return size
    },
    Episode("futures that another thread keeps") { size in
      let rounds = min(size, 50)
      for value in 0..<rounds {
        try expect(1, from: Future<Int, Never> { promise in queue.async { promise(.success(value)) } })
      }
      return rounds
    },
    Episode("futures that fail, and futures that are left") { size in
      for value in 0..<size {
        try expect(0, fails: true, from: Future<Int, SoakFault> { $0(.failure(SoakFault("\(value)"))) })
        Future<Int, Never> { _ in }.sink { _ in }.cancel()
      }
      return size
    },
  ]

  private static let queue = DispatchQueue(label: "soak.futures")
}
