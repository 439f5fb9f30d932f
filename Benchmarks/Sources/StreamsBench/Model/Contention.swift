/// Threads that send into one stream at the same time, each the same number of values.
package enum Contention: String, CaseIterable, Sendable {
  case subject = "PassthroughSubject → sink: senders"
  case merge = "merge of subjects, one for each sender: senders"
  case flatMap = "flatMap over subjects, one for each sender: senders"

  package static let senders = [1, 2, 4, 8, 16]
}
