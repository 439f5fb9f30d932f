import BenchModel
import Streams

extension Episode {
  static let joins = [
    Episode("zip of sequences") { size in
      try expect(size, from: (0..<size).publisher.zip((0..<size).publisher))
    },
    Episode("merge of subjects into which threads send") { size in
      let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
      return try expect(4 * size, from: Publishers.MergeMany(subjects)) {
        _ = Crowd.run(senders: 4, each: size) { sender, value in subjects[sender].send(value) }
        for subject in subjects { subject.send(completion: .finished) }
      }
    },
    Episode("combineLatest and withLatestFrom") { size in
      let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      try expect(2 * size - 1, from: left.combineLatest(right)) {
        for value in 0..<size {
          left.send(value)
          right.send(value)
        }
        for subject in [left, right] { subject.send(completion: .finished) }
      }
      let (source, other) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(1))
      try expect(size, from: source.withLatestFrom(other)) {
        for value in 0..<size { source.send(value) }
        source.send(completion: .finished)
      }
      return 3 * size
    },
    Episode("flatMap over subjects, four at a time") { size in
      let subjects = (0..<8).map { _ in PassthroughSubject<Int, Never>() }
      return try expect(8 * size, from: subjects.publisher.flatMap(maxPublishers: .max(4)) { $0 }) {
        for subject in subjects {
          for value in 0..<size { subject.send(value) }
          subject.send(completion: .finished)
        }
      }
    },
    Episode("flatMap, concatMap and switchToLatest over sequences") { size in
      let ten: @Sendable (Int) -> Publishers.Sequence<Range<Int>, Never> = { ($0..<$0 + 10).publisher }
      try expect(10 * size, from: (0..<size).publisher.flatMap(ten))
      try expect(10 * size, from: (0..<size).publisher.concatMap(ten))
      try expect(10 * size, from: (0..<size).publisher.map(ten).switchToLatest())
      return 30 * size
    },
    Episode("append, prepend and race") { size in
      let sequence = (0..<size).publisher
      try expect(3 * size, from: sequence.append(sequence).prepend(sequence))
      try expect(size, from: sequence.race(with: PassthroughSubject<Int, Never>()))
      return 4 * size
    },
    Episode("groups and windows") { size in
      try expect(size, from: (0..<size).publisher.groupBy { $0 % 16 }.flatMap { $0 })
      try expect(size, from: (0..<size).publisher.window(size: 10).flatMap { $0 })
      return 2 * size
    },
  ]
}
