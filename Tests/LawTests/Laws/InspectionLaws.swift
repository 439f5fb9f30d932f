import StreamTesting
import Streams

let inspectionLaws = LawTable.laws(of: "StreamInspection") { laws in
  laws.add("Named is the same", of: "checkpoint", .identity) { $0.checkpoint("a") }
  laws.add("Named twice is the same", of: "checkpoint", .identity) { $0.checkpoint("a").map { $0 }.checkpoint("b") }
}
