import StreamTesting
import Streams

let groupingLaws = LawTable.laws(of: "Grouping") { laws in
  laws.add("Windows of time, flattened again", of: "window", .permutation().unlessOvertaken, in: .everywhere) {
    source, run in
    source.window(
      every: run.pick(3_600, 1, 2), size: run.pick(.max, 1, 2, 256), scheduler: run.scheduler,
      bufferSize: run.pick(256, 1, 2)
    ).flatMap { $0 }
  }
  laws.add("Windows of time, one after the other", of: "window", .identity.unlessOvertaken, in: .everywhere) {
    source, run in
    source.window(
      every: run.pick(3_600, 1, 2), size: run.pick(.max, 1, 2, 256), scheduler: run.scheduler,
      bufferSize: run.pick(256, 1, 2)
    ).flatMap(maxPublishers: .max(1)) { $0 }
  }
  laws.add("Windows of time, asked for everything", of: "window", .identity.unlessOvertaken, in: .serially.eager) {
    source, run in
    source.window(
      every: run.pick(3_600, 1, 2), size: run.pick(.max, 1, 2, 256), scheduler: run.scheduler,
      bufferSize: run.pick(256, 1, 2)
    ).flatMap { $0 }
  }
  laws.add("Windows of a boundary, flattened again", of: "window", .permutation().unlessOvertaken, in: .everywhere) {
    source, run in
    source.window(
      boundary: Publishers.interval(1, scheduler: run.scheduler).setFailureType(to: TestError.self),
      bufferSize: run.pick(256, 1, 2)
    ).flatMap { $0 }
  }
  laws.add("Windows of a boundary, one after the other", of: "window", .identity.unlessOvertaken, in: .everywhere) {
    source, run in
    source.window(
      boundary: Publishers.interval(1, scheduler: run.scheduler).setFailureType(to: TestError.self),
      bufferSize: run.pick(256, 1, 2)
    ).flatMap(maxPublishers: .max(1)) { $0 }
  }
  laws.add(
    "Windows of a boundary, asked for everything", of: "window", .identity.unlessOvertaken, in: .serially.eager
  ) { source, run in
    source.window(
      boundary: Publishers.interval(1, scheduler: run.scheduler).setFailureType(to: TestError.self),
      bufferSize: run.pick(256, 1, 2)
    ).flatMap { $0 }
  }
  laws.add(
    "An element that leaves a window of time makes room", of: "window", .identity,
    in: .timed.cold.uncut.finishing.lengths(2, 7, 257)
  ) { source, run in
    source.window(
      every: run.pick(3_600, 1, 2), scheduler: run.scheduler, bufferSize: run.pick(1, 2, 7)
    ).flatMap(maxPublishers: .max(1)) { $0 }
  }
  laws.add("Windows of a number, flattened again", of: "window", .permutation().unlessOvertaken) { source, run in
    source.window(size: run.pick(1, 2, 256, .max), bufferSize: run.pick(256, 1, 2)).flatMap { $0 }
  }
  laws.add("Windows of a number, one after the other", of: "window", .identity.unlessOvertaken) { source, run in
    source.window(size: run.pick(1, 2, 256, .max), bufferSize: run.pick(256, 1, 2)).flatMap(maxPublishers: .max(1)) {
      $0
    }
  }
  laws.add("Windows of a number, asked for everything", of: "window", .identity.unlessOvertaken, in: .serially.eager) {
    source, run in source.window(size: run.pick(1, 2, 256, .max), bufferSize: run.pick(256, 1, 2)).flatMap { $0 }
  }
  laws.same(
    "Windows of a number are arrays", of: "window Reducing.collect", in: .anywhere.cold.finishing,
    { source, run in source.window(size: run.pick(1, 2, 256)).flatMap { $0.collect() } },
    { source, run in source.collect(run.pick(1, 2, 256)) })
  laws.add("Windows whose queues drop tell what they drop", of: "window", .conservation, in: .anywhere.uncut.finishing)
  {
    source, run in
    source.window(
      every: 1, scheduler: run.scheduler, bufferSize: run.pick(1, 2), whenFull: run.pick(.dropOldest, .dropNewest)
    ).flatMap(maxPublishers: .max(1)) { $0 }
  }
  laws.add("Groups of one key, flattened again", of: "groupBy", .identity.unlessOvertaken) { source, run in
    source.groupBy(maxGroups: run.pick(1, 2, .max), bufferSize: run.pick(1, 2, 256)) { _ in 0 }.flatMap { $0 }
  }
  laws.add("Groups, flattened again", of: "groupBy", .permutation(key: { $0.number.map { $0 % 3 } }).unlessOvertaken) {
    source, run in
    source.groupBy(bufferSize: run.pick(3, 4, 256)) { $0 % 3 }.flatMap { $0 }
  }
  laws.add(
    "As many groups as elements", of: "groupBy", .permutation().unlessOvertaken,
    in: .anywhere.lengths(1, 255, 1_000, 1_500)
  ) { $0.groupBy { $0 }.flatMap { $0 } }
  laws.add("Groups that drop tell what they drop", of: "groupBy", .conservation, in: .anywhere.uncut.finishing) {
    source, run in
    source.groupBy(bufferSize: run.pick(1, 2), whenFull: run.pick(.dropOldest, .dropNewest)) { _ in 0 }.flatMap(
      maxPublishers: .max(1)
    ) { $0 }
  }
  laws.add(
    "Both halves, merged again", of: "partition", .permutation(key: { $0.number.map { $0 % 2 } }).unlessOvertaken
  ) { source in
    Deferred {
      let halves = source.partition { $0 % 2 == 0 }
      return halves.matches.merge(with: halves.nonMatches)
    }
  }
  laws.same(
    "A half is a filter", of: "partition", in: .anywhere.cold,
    { source in Deferred { source.partition(connect: .whenFirst) { $0 % 2 == 0 }.matches } },
    { $0.filter { $0 % 2 == 0 } })
  laws.add("Chunks, flattened again", of: "chunked", .identity, in: .anywhere.cold.finishing) { source, run in
    source.chunked(maxLength: run.pick(1, 2, 4_096)) { $0 / 5 == $1 / 5 }.flatMap(maxPublishers: .max(1), \.publisher)
  }
  laws.same(
    "Chunks by a key are chunks by its equality", of: "chunked", { $0.chunked { $0 / 5 }.map { Array($0.1) } },
    { $0.chunked { $0 / 5 == $1 / 5 }.map { Array($0) } })
  laws.add("Batches by cost or time, flattened again", of: "collect", .identity, in: .everywhere.cold.finishing) {
    source, run in
    source.collect(
      weight: { abs($0) % 4 }, maxWeight: run.pick(1, 2, 256), orAfter: run.pick(0, 1, 3), scheduler: run.scheduler
    )
    .flatMap(maxPublishers: .max(1), \.publisher)
  }
  laws.same(
    "Batches by cost or a time that does not pass are those by cost", of: "collect", by: .identity.unlessOvertaken,
    in: .everywhere.uncut.ending,
    { source, run in
      source.collect(
        weight: { abs($0) % 4 }, maxWeight: run.pick(1, 2, 256), orAfter: 1_000_000, scheduler: run.scheduler)
    }, { source, run in source.collect(weight: { abs($0) % 4 }, maxWeight: run.pick(1, 2, 256)) })
  laws.add("Until a boundary, flattened again", of: "collect", .identity, in: .everywhere.finishing.eager) {
    source, run in
    source.collect(
      until: Publishers.interval(1, scheduler: run.scheduler).setFailureType(to: TestError.self),
      maxLength: run.pick(1, 2, 4_096)
    ).flatMap(\.publisher)
  }
  laws.same(
    "While there are fewer than a number is by a number", of: "collect",
    { source, run in source.collect { $0.count < run.scheduler.now.sinceZero.magnitude * 0 + 3 } },
    { source, _ in source.collect(3) })
}
