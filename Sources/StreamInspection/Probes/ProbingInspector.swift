internal import StreamCore
internal import StreamParts
internal import Synchronization

/// Puts a probe on each edge.
///
/// Nothing here is specialised: a probe is one piece of code for all types, so that programs do not grow with it.
final class ProbingInspector: EdgeInspector {
  /// The thread whose subscriptions are seen, in tests that run beside others; otherwise -1, for all.
  static let onlyThread = Atomic<Int32>(-1)

  func attach<P: Publisher, S: Subscriber>(_ subscriber: S, to publisher: P)
  where S.Input == P.Output, S.Failure == P.Failure {
    let stage = Edge.Stage(
      type: P.self, object: P.self is AnyObject.Type ? address(of: publisher as AnyObject) : 0,
      checkpoint: (publisher as? any NamingPublisher)?.checkpointName)
    let context = ThreadContext.current
    let onlyThread = ProbingInspector.onlyThread.load(ordering: .relaxed)
    guard onlyThread == -1 || onlyThread == context.thread else { return publisher.attachDirectly(subscriber) }
    // A publisher that hands on the subscriber it was given is another name of the same edge.
    if let edge = edge(of: subscriber) {
      edge.add(stage)
      StreamRecorder.current?.attach(publisher, at: edge, stage)
      let former = context.enter(edge, delivering: false)
      publisher.attachDirectly(subscriber)
      return context.leave(to: former)
    }
    let below = edgeBelow(subscriber, in: context)
    let edge = Edge(
      stage, to: S.self, feeding: (subscriber as? any FeedingSubscriber)?.fed ?? 0,
      below: below.map { ($0.edge.id, $0.edge.root) }, isInner: below?.isInner ?? false,
      origin: below == nil ? Origin.capture() : nil, thread: context.thread)
    EdgeRegistry.shared.add(edge)
    StreamRecorder.current?.attach(publisher, at: edge, stage)
    if let below, let capacity = capacity(of: subscriber) { EdgeRegistry.shared.bound(below.edge, to: capacity) }
    let former = context.enter(edge, delivering: false)
    publisher.attachDirectly(ProbeSubscriber(downstream: subscriber, edge: edge))
    context.leave(to: former)
  }
}

extension ProbingInspector {
  func line(of subscription: AnyObject?, dropping count: Int) -> (@Sendable () -> String?)? {
    let edge = subscription.map(edge(ofObject:)) ?? ThreadContext.current.edge
    if count > 0, let edge {
      // A subject drops on the edge below it. An operator drops what it receives, on the edge above.
      if subscription != nil {
        edge.drop(count)
      } else if ThreadContext.current.isDelivering {
        EdgeRegistry.shared.edge(edge.parent)?.drop(count)
      }
    }
    guard let origin = edge.flatMap({ EdgeRegistry.shared.edge($0.root) })?.origin else { return nil }
    return { origin.description }
  }
}

/// The edge that a subscription, or the end of a pipeline, belongs to.
private func edge(ofObject object: AnyObject) -> Edge? {
  var object: AnyObject? = object
  (object as? any PipelineEnd)?.withState { object = $0.upstream.subscription as AnyObject? }
  if let probe = object as? ProbeSubscription { return probe.edge }
  return object.flatMap { EdgeRegistry.shared.edge(ofSubscription: address(of: $0)) }
}

/// How many elements a stage queues at most, by the subscriber that it attaches; `nil` if that is not bounded.
private func capacity(of subscriber: any Subscriber) -> Int? {
  guard let size = (subscriber as? any BufferingSubscriber)?.size, size != .max else { return nil }
  return size
}

/// A subscriber that queues elements, up to a number.
private protocol BufferingSubscriber {
  var size: Int { get }
}

extension BufferInner: BufferingSubscriber {}

/// The edge that a subscriber is a probe of, if it is one, behind its erasure or not.
private func edge(of subscriber: any Subscriber) -> Edge? {
  if let probe = subscriber as? any AnyProbe { return probe.edge }
  return ((subscriber as? any ErasingSubscriber)?.content as? any AnyProbe)?.edge
}

/// The edge between the stage that a subscriber is a part of, and the stage's own subscriber.
///
/// A stage with one downstream leads there. Another is found by what the thread does: it subscribes while its
/// subscriber is attached, or while it receives what its inner stream is made of.
private func edgeBelow(_ subscriber: any Subscriber, in context: ThreadContext) -> (edge: Edge, isInner: Bool)? {
  if subscriber is any EndSubscriber || subscriber is any PipelineEnd { return nil }
  if let edge = firstEdge(below: subscriber) {
    return (edge, context.isDelivering && context.edge?.parent == edge.id)
  }
  guard let edge = context.edge else { return nil }
  guard context.isDelivering else { return (edge, false) }
  // What a sink subscribes to while it receives a value is a pipeline of its own.
  return EdgeRegistry.shared.edge(edge.parent).map { ($0, true) }
}

private func firstEdge(below subscriber: any Subscriber) -> Edge? {
  var stage = subscriber
  while let next = downstream(of: stage) {
    if let edge = edge(of: next) { return edge }
    stage = next
  }
  return nil
}

private func downstream(of subscriber: any Subscriber) -> (any Subscriber)? {
  if let stage = subscriber as? any InnerSubscriber { return stage.downstream }
  return (subscriber as? any DeliveringInner).map { downstream(of: $0) }
}

private func downstream<Stage: DeliveringInner>(of stage: Stage) -> any Subscriber { stage.delivery.downstream }

/// A subscriber in which a pipeline ends.
private protocol EndSubscriber {}

extension SinkSubscriber: EndSubscriber {}

/// A subscriber that feeds a subject.
private protocol FeedingSubscriber {
  var fed: UInt? { get }
}

extension SubjectSubscriber: FeedingSubscriber {
  fileprivate var fed: UInt? {
    let subject = mirrorChildren.first { $0.key == "downstreamSubject" }?.value as? any Subject
    return subject.map { address(of: $0) }
  }
}

/// A subscriber behind which there is another.
private protocol ErasingSubscriber {
  var content: any Subscriber { get }
}

extension AnySubscriber: ErasingSubscriber {
  fileprivate var content: any Subscriber { hidden.subscriber }
}

func address(of object: AnyObject) -> UInt { UInt(bitPattern: ObjectIdentifier(object)) }
