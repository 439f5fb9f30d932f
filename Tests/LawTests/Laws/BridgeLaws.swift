import Foundation
import StreamTesting
import Streams
import TestSupport

let codingLaws = LawTable.laws(of: "Coding") { laws in
  laws.add("Lines, encoded and decoded", of: "encodeLines decodeLines", .identity, in: .anywhere.upTo(257)) {
    $0.map { [$0] }.encodeLines(encoder: JSONEncoder()).map { Data($0) }.decodeLines(
      type: [Int].self, decoder: JSONDecoder()
    ).map { $0[0] }
  }
  laws.same(
    "Encoded lines are elements, encoded, each with a newline", of: "encodeLines", in: .anywhere.upTo(257),
    { $0.map { [$0] }.encodeLines(encoder: JSONEncoder()).map { String(decoding: $0, as: UTF8.self) } },
    { $0.map { "[\($0)]\n" } })
  laws.same(
    "Decoded lines are lines, decoded", of: "decodeLines", in: .anywhere.upTo(257),
    { $0.map { Data("[\($0)]\n".utf8) }.decodeLines(type: [Int].self, decoder: JSONDecoder()).map { $0[0] } }, { $0 })
}

let filesLaws = LawTable.laws(of: "Files") { laws in
  laws.same(
    "What is written is there", of: "write", in: .anywhere.eager.finishing.upTo(257).at([.otherThreads]),
    { written($0.map { Data("\($0)\n".utf8) }) }, { $0.map { "\($0)\n" }.reduce("", +) })
  laws.same(
    "As many bytes are written as come", of: "write", in: .anywhere.eager.finishing.upTo(257).at([.otherThreads]),
    { written($0.map { Data(repeating: 65, count: $0 % 7) }).map(\.utf8.count) }, { $0.map { $0 % 7 }.sum() })
}

let propertiesLaws = LawTable.laws(of: "ObservableProperties") { laws in
  laws.same(
    "An assigned property has each value", of: "assign", in: .anywhere.hot.eager.finishing,
    { assigned($0.ignoreFailure()) }, { $0.ignoreFailure() })
  laws.same(
    "An assigned property keeps the last value", of: "assign", in: .anywhere.hot.eager.finishing,
    { assigned($0.ignoreFailure()).last() }, { $0.ignoreFailure().last() })
}

let linesLaws = LawTable.laws(of: "Lines") { laws in
  laws.same(
    "Lines of joined lines", of: "lines", { $0.map { Array("\($0)\n".utf8) }.lines().map { $0 } },
    { $0.map { "\($0)" } })
  laws.same(
    "Lines of single bytes", of: "lines", by: .identity.unlessOvertaken, in: .anywhere.cold,
    { $0.flatMap(maxPublishers: .max(1)) { Array("\($0)\n".utf8).map { [$0] }.publisher }.lines() },
    { $0.map { "\($0)" } })
  laws.same(
    "Events that are sent are received", of: "serverSentEvents",
    { $0.map { Array("data: \($0)\n\n".utf8) }.serverSentEvents().map { $0.data ?? "" } }, { $0.map { "\($0)" } })
  laws.same(
    "Events of single bytes", of: "serverSentEvents", by: .identity.unlessOvertaken, in: .anywhere.cold,
    {
      $0.flatMap(maxPublishers: .max(1)) { Array("id: \($0)\r\ndata\r\n\r\n".utf8).map { [$0] }.publisher }
        .serverSentEvents().map { $0.id ?? "" }
    }, { $0.map { "\($0)" } })
}

let progressLaws = LawTable.laws(of: "Progress") { laws in
  laws.add("Progress that is reported", of: "reportProgress", .identity, in: .anywhere.upTo(257)) {
    $0.reportProgress(to: Progress(totalUnitCount: 10))
  }
  laws.same(
    "The units of each element are added up", of: "reportProgress", in: .anywhere.upTo(257),
    { source in
      let progress = Progress(totalUnitCount: -1)
      return source.reportProgress(to: progress) { _ in 2 }.map { _ in Int(progress.completedUnitCount) }
    }, { $0.enumerated().map { 2 * ($0.offset + 1) } })
}

/// The text that a source has written to a pipe, when it has ended. What is written is less than a pipe holds.
private func written<P: Publisher<Data, TestError> & Sendable>(_ source: P) -> AnyPublisher<String, TestError> {
  AnyPublisher<String, TestError>.create { emitter in
    let pipe = Pipe()
    return source.write(to: pipe.fileHandleForWriting) { _ in
      try? pipe.fileHandleForWriting.close()
      let data = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
      emitter.send(String(decoding: data ?? Data(), as: UTF8.self))
      emitter.send(completion: .finished)
    }
  }
}

// Sendable: the property has a lock.
private final class Model: @unchecked Sendable {
  @Published var value = -1
}

/// The values of a property that a source is assigned to, until that has ended.
private func assigned<P: Publisher<Int, Never> & Sendable>(_ source: P) -> AnyPublisher<Int, TestError> {
  emitting { emitter in
    let model = Model()
    let sink = model.$value.dropFirst().sink { emitter.send($0) }
    source.handleEvents(receiveCompletion: { _ in emitter.send(completion: .finished) }).assign(to: &model.$value)
    return AnyCancellable {
      _ = model
      sink.cancel()
    }
  }
}
