internal import StreamCore
internal import Synchronization

extension StreamInspector {
  /// Begins to write down deliveries, for a file that Perfetto and `chrome://tracing` show.
  ///
  ///     let trace = StreamInspector.trace(to: "streams.json")
  ///     …
  ///     try trace.finish()
  ///
  /// In the viewer each pipeline is a process, and each of its edges is a lane. A lane has a slice for each delivery,
  /// as long as the stages below took. Arrows lead across stages that hand elements to another thread or keep them,
  /// such as `receive(on:)` and `buffer`; their counters show how many wait, unless elements were dropped. Values are
  /// not written down. Only one trace is written at a time: another one ends it.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which ``StreamTrace/finish()`` writes.
  ///   - limit: The number of deliveries that are kept, the last ones; 1 or more. Each takes 48 bytes.
  /// - Returns: The trace.
  public static func trace(to path: String, limit: Int = 100_000) -> StreamTrace {
    precondition(limit > 0, "A trace keeps one delivery or more, not \(limit).")
    let trace = StreamTrace(path: path, limit: limit)
    StreamTrace.begin(trace)
    return trace
  }
}

/// Deliveries that are written down, for a file in the trace event format of Chrome.
///
/// <https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU>
public final class StreamTrace: Sendable {
  /// A delivery.
  struct Slice {
    let edge: Edge.ID
    let root: Edge.ID
    let thread: Int32
    let start: Int
    let end: Int

    /// The number of elements that the edge has delivered with this one; 0 for a completion.
    let number: Int
  }

  /// A file could not be written.
  public struct WriteError: Error, CustomStringConvertible {
    /// The path of the file.
    public let path: String

    /// The error number of the system.
    public let errno: Int32

    /// What could not be written, and why.
    public var description: String { "\(path): \(message(ofError: errno))" }
  }

  private let path: String
  private let slices: Locked<Ring<Slice>>

  init(path: String, limit: Int) {
    self.path = path
    slices = Locked(Ring(limit: limit))
  }

  /// Ends the trace, and writes the file. Calls after the first write it again.
  ///
  /// - Throws: ``WriteError`` if the file cannot be written.
  public func finish() throws {
    if current.value === self { StreamTrace.begin(nil) }
    let error = write(json(), to: path)
    if error != 0 { throw WriteError(path: path, errno: error) }
  }

  fileprivate static func begin(_ trace: StreamTrace?) {
    _ = current.exchange(trace)
    isTracing.store(trace != nil, ordering: .releasing)
  }

  /// The moment at which a delivery begins, in nanoseconds; `nil` while nothing is traced.
  static var start: Int? { isTracing.load(ordering: .relaxed) ? now(isCoarse: false) : nil }

  /// Writes down a delivery that has returned.
  static func note(_ edge: Edge, from start: Int, number: Int, on thread: Int32) {
    current.value?.add(
      Slice(edge: edge.id, root: edge.root, thread: thread, start: start, end: now(isCoarse: false), number: number))
  }

  func add(_ slice: Slice) {
    slices.withLock { $0.append(slice) }
  }

  /// The deliveries as text.
  func json() -> String {
    let slices = slices.value.elements
    let snapshot = StreamInspector.snapshot()
    return TraceText(slices: slices, snapshot: snapshot).text
  }
}

private let current = Locked<StreamTrace?>(nil)
private let isTracing = Atomic(false)

/// Makes trace events of deliveries.
private struct TraceText {
  let slices: [StreamTrace.Slice]
  let snapshot: StreamSnapshot

  /// The deliveries of elements through each edge.
  private let elements: [Edge.ID: [StreamTrace.Slice]]

  init(slices: [StreamTrace.Slice], snapshot: StreamSnapshot) {
    (self.slices, self.snapshot) = (slices, snapshot)
    elements = Dictionary(grouping: slices.lazy.filter { $0.number > 0 }, by: \.edge)
  }

  var text: String {
    let pipelines = Dictionary(uniqueKeysWithValues: snapshot.pipelines.map { ($0.id, $0) })
    let names = Dictionary(
      uniqueKeysWithValues: snapshot.pipelines.lazy.flatMap(\.stages).map { ($0.id, $0.name) })
    var events: [String] = []
    for root in Set(slices.map(\.root)).sorted() {
      let line = pipelines[root].map { $0.line ?? $0.end } ?? "ended"
      events.append(name("process_name", root, nil, "#\(root) \(line)"))
    }
    for (edge, root) in Dictionary(slices.map { ($0.edge, $0.root) }, uniquingKeysWith: { $1 }).sorted(by: { $0 < $1 })
    {
      events.append(name("thread_name", root, edge, names[edge] ?? "ended"))
    }
    for slice in slices {
      let what = slice.number == 0 ? "completion" : "element \(slice.number)"
      events.append(
        #"{"ph":"X","name":"\#(what)","pid":\#(slice.root),"tid":\#(slice.edge),"ts":\#(time(slice.start)),"#
          + #""dur":\#(time(slice.end - slice.start)),"args":{"thread":\#(slice.thread)}}"#)
    }
    for pipeline in snapshot.pipelines { events += arrows(in: pipeline) }
    return "{\"traceEvents\":[\n" + events.joined(separator: ",\n") + "\n]}\n"
  }

  /// Arrows from an element's delivery to a stage that keeps elements, to its delivery by that stage; and a counter of
  /// those that wait.
  private func arrows(in pipeline: StreamSnapshot.Pipeline) -> [String] {
    let tree = StageTree(pipeline)
    var events: [String] = []
    // With elements that were dropped, numbers no longer tell which came out.
    for stage in pipeline.stages where keeping.contains(stage.name) && stage.dropped == 0 {
      guard let above = tree.stages(above: stage.id).first else { continue }
      let sent = Dictionary(
        (elements[stage.id] ?? []).map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
      var changes: [(time: Int, by: Int)] = []
      for slice in elements[above.id] ?? [] {
        changes.append((slice.start, 1))
        guard let next = sent[slice.number] else { continue }
        changes.append((next.start, -1))
        let id = "\(stage.id).\(slice.number)"
        events.append(arrow("s", id, slice, at: slice.start))
        events.append(arrow("f", id, next, at: next.start))
      }
      var waiting = 0
      for change in changes.sorted(by: { $0.time < $1.time }) {
        waiting += change.by
        events.append(
          #"{"ph":"C","name":"\#(escaped("\(stage.name) #\(stage.id)"))","pid":\#(pipeline.id),"#
            + #""ts":\#(time(change.time)),"args":{"waiting":\#(waiting)}}"#)
      }
    }
    return events
  }

  private func arrow(_ phase: String, _ id: String, _ slice: StreamTrace.Slice, at moment: Int) -> String {
    #"{"ph":"\#(phase)","id":"\#(id)","name":"hop","cat":"hop","bp":"e","pid":\#(slice.root),"#
      + #""tid":\#(slice.edge),"ts":\#(time(moment))}"#
  }

  private func name(_ kind: String, _ process: Int, _ lane: Int?, _ name: String) -> String {
    #"{"ph":"M","name":"\#(kind)","pid":\#(process),"tid":\#(lane ?? 0),"args":{"name":"\#(escaped(name))"}}"#
  }

  /// Microseconds, as the format counts.
  private func time(_ nanoseconds: Int) -> String {
    let fraction = String(nanoseconds % 1_000)
    return "\(nanoseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }

  private func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar == "\"" || scalar == "\\" { result.append("\\") }
      if scalar.value >= 0x20 { result.unicodeScalars.append(scalar) }
    }
  }
}
