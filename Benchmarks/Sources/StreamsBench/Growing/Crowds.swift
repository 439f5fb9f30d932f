import BenchModel

#if PEER
  import OpenCombine
#else
  import Streams
#endif

/// Streams into which several threads send. A sink is called by one thread at a time: a library that did not keep that
/// would lose values of the sum.
enum Crowds {
  static func subject(_ senders: Int, each count: Int) -> Crowd.Outcome {
    let tally = Tally()
    let subject = Kept(PassthroughSubject<Int, Never>())
    let cancellable = subject.content.sink(to: tally.summingSink())
    let progress = Crowd.run(senders: senders, each: count) { subject.content.send($1) }
    return withExtendedLifetime(cancellable) { Crowd.Outcome(sum: tally.sum, progress: progress) }
  }

  static func flatMap(_ senders: Int, each count: Int) -> Crowd.Outcome {
    joining(senders, each: count) { $0.publisher.flatMap { $0 } }
  }

  #if !PEER
    static func merge(_ senders: Int, each count: Int) -> Crowd.Outcome {
      joining(senders, each: count) { Publishers.MergeMany($0) }
    }
  #endif

  /// Each thread sends into a subject of its own.
  private static func joining(
    _ senders: Int, each count: Int, _ join: ([PassthroughSubject<Int, Never>]) -> some Publisher<Int, Never>
  ) -> Crowd.Outcome {
    let tally = Tally()
    let subjects = Kept((0..<senders).map { _ in PassthroughSubject<Int, Never>() })
    let cancellable = join(subjects.content).sink(to: tally.summingSink())
    let progress = Crowd.run(senders: senders, each: count) { subjects.content[$0].send($1) }
    return withExtendedLifetime(cancellable) { Crowd.Outcome(sum: tally.sum, progress: progress) }
  }
}
