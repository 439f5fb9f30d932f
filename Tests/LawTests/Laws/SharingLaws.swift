import StreamTesting
import Streams

let sharingLaws = LawTable.laws(of: "Sharing") { laws in
  laws.add("A buffer that suspends", of: "buffer", .identity) { source, run in
    source.buffer(size: run.pick(0, 1, 2, .max), whenFull: .suspend)
  }
  laws.add("A buffer that drops tells what it drops", of: "buffer", .conservation, in: .anywhere.uncut) { source, run in
    source.buffer(size: run.pick(1, 2, 256), whenFull: run.pick(.dropOldest, .dropNewest))
  }
  laws.add(
    "A buffer keeps no more than its size", of: "buffer",
    LawRelation { $0.output.count > 2 ? "\($0.output.count) came of a buffer of two." : nil },
    in: .timed.hot.uncut.asked(.later)
  ) { source, run in source.buffer(size: 2, whenFull: run.pick(.dropOldest, .dropNewest, .suspend)) }
  laws.add("A buffer that is kept full of what is asked for", of: "buffer", .identity, in: .anywhere.cold) {
    source, run in source.buffer(size: run.pick(1, 2, 256), prefetch: .keepFull, whenFull: .dropNewest)
  }
  laws.add("A buffer that prefetches does not reorder", of: "buffer", .subsequence) { source, run in
    source.buffer(
      size: run.pick(1, 2, 256), prefetch: run.pick(.keepFull, .byRequest), whenFull: run.pick(.dropNewest, .dropOldest)
    )
  }
  laws.add("Batches, flattened again", of: "batch", .identity.unlessOvertaken, in: .anywhere.cold) { source, run in
    source.batch(max: run.pick(0, 1, 2, 256)).flatMap(maxPublishers: .max(1), \.publisher)
  }
  laws.add("Batches tell what they drop", of: "batch", .conservation, in: .anywhere.uncut.finishing) { source, run in
    source.batch(max: run.pick(1, 2, 256), whenFull: run.pick(.dropOldest, .dropNewest)).flatMap(
      maxPublishers: .max(1), \.publisher)
  }
  laws.add("Conflated, the newest come", of: "conflate", .subsequence) { $0.conflate() }
  laws.same(
    "Conflated, the sum stays", of: "conflate", in: .anywhere.finishing.cold,
    { $0.conflate(seed: { $0 }, { $0 += $1 }).reduce(0, +) }, { $0.reduce(0, +) })
  laws.add("Conflated to arrays, flattened again", of: "conflate", .identity, in: .anywhere.finishing) {
    $0.conflate(seed: { [$0] }, { $0.append($1) }).flatMap(maxPublishers: .max(1)) { $0.publisher }
  }
  laws.add("Conflated, the last one comes", of: "conflate", .endingWithLast, in: .anywhere.finishing.uncut) {
    $0.conflate().flatMap(maxPublishers: .max(1)) { Just($0) }
  }
  laws.add("Shared with nobody else", of: "share", .identity, in: .anywhere.eager) { $0.share() }
  laws.add("Shared at the pace of one", of: "share", .identity) { source, run in
    source.share(pacing: .slowest(prefetch: run.pick(0, 1, 2, 256)))
  }
  laws.add("Shared, each with a queue, tells what it drops", of: "share", .conservation, in: .anywhere.uncut) {
    source, run in
    source.share(pacing: .each(bufferSize: run.pick(0, 1, 2, 256), whenFull: run.pick(.dropOldest, .dropNewest)))
  }
  laws.add("share delivers all to one of several", of: "share", .identity, in: .anywhere.hot.eager) {
    $0.share().besideOthers(in: $1)
  }
  laws.add("share with queues delivers all to one of several", of: "share", .identity, in: .anywhere.hot) {
    $0.share(pacing: .each(bufferSize: .max, whenFull: .dropOldest)).besideOthers(in: $1)
  }
  laws.add("share with a replay delivers all to one of several", of: "share", .identity, in: .anywhere.hot) {
    $0.share(replay: .max).besideOthers(in: $1)
  }
  laws.add("multicast delivers all to one of several", of: "multicast autoconnect", .identity, in: .anywhere.hot.eager)
  {
    $0.multicast { PassthroughSubject() }.autoconnect().besideOthers(in: $1)
  }
  laws.add(
    "referenceCounted delivers all to one of several", of: "referenceCounted", .identity, in: .anywhere.hot.eager
  ) {
    $0.multicast { PassthroughSubject() }.referenceCounted().besideOthers(in: $1)
  }
  laws.add("Distributed to several, merged again", of: "distributed", .permutation().unlessOvertaken) { source, run in
    let count = run.pick(1, 2, 5)
    return Deferred { Publishers.MergeMany(Array(repeating: source.distributed(), count: count)) }
  }
  laws.add("Distributed to workers that cancel, one after the other", of: "distributed", .identity) { source, run in
    let counts = [run.pick(0, 1, 2, 7), run.pick(1, 40)]
    return Deferred { [jobs = source.distributed()] in
      jobs.prefix(counts[0]).append(jobs.prefix(counts[1])).append(jobs)
    }
  }
  laws.add("Distributed, one of several gets a part in order", of: "distributed", .subsequence) {
    $0.distributed().besideOthers(in: $1)
  }
  laws.add("Shared with all replayed", of: "share", .identity, in: .anywhere.cold) { $0.share(replay: .max) }
  laws.add("Shared with all replayed for some time", of: "share", .identity, in: .everywhere.cold) {
    $0.share(replay: .max, expiresAfter: $1.pick(0, 1, 1_000), scheduler: $1.scheduler)
  }
  laws.add(
    "share with a replay for some time delivers all to one of several", of: "share", .identity, in: .anywhere.hot
  ) { $0.share(replay: .max, expiresAfter: 1_000, scheduler: $1.scheduler).besideOthers(in: $1) }
  laws.same(
    "Shared by two", of: "multicast autoconnect", in: .anywhere.eager,
    { source in
      Deferred { [shared = source.multicast(subject: PassthroughSubject()).autoconnect(minimumSubscribers: 2)] in
        shared.zip(shared) { $0 + $1 }
      }
    }, { $0.map { $0 * 2 } })
  laws.add("Multicast to one", of: "multicast autoconnect", .identity, in: .anywhere.eager) {
    $0.multicast { PassthroughSubject() }.autoconnect()
  }
  laws.add("Multicast to one, told what is dropped", of: "multicast autoconnect", .conservation, in: .anywhere.uncut) {
    $0.multicast(subject: PassthroughSubject()).autoconnect()
  }
  laws.add("Connected by the first of one", of: "autoconnect", .identity, in: .anywhere.eager) {
    $0.multicast(subject: PassthroughSubject()).autoconnect(minimumSubscribers: 1)
  }
  laws.add("Counted references of one", of: "referenceCounted multicast", .identity, in: .anywhere.eager) {
    $0.multicast { PassthroughSubject() }.referenceCounted()
  }
  laws.same(
    "referenceCounted is autoconnect for one", of: "referenceCounted autoconnect", in: .anywhere.eager,
    { $0.multicast { PassthroughSubject() }.referenceCounted() },
    { $0.multicast { PassthroughSubject() }.autoconnect() })
  laws.same(
    "Made connectable and connected", of: "makeConnectable", in: .anywhere.eager,
    { $0.catch { _ in Empty<Int, Never>() }.makeConnectable().autoconnect() }, { $0.catch { _ in Empty<Int, Never>() } }
  )
  laws.same(
    "makeConnectable is multicast", of: "makeConnectable multicast", in: .anywhere.eager,
    { $0.catch { _ in Empty<Int, Never>() }.makeConnectable().autoconnect() },
    { $0.catch { _ in Empty<Int, Never>() }.multicast { PassthroughSubject() }.autoconnect() })
}

extension LawRelation {
  /// The last element that comes is the last one that the source delivered.
  fileprivate static let endingWithLast = LawRelation { outcome in
    outcome.output.last == outcome.input.last ? nil : "The last is \(outcome.output.last.map { "\($0)" } ?? "missing")."
  }
}
