extension TypeTable {
  static let schedulers = TypeTable(
    "StreamSchedulers",
    unplayed: [
      UnplayedType("ActorScheduler", because: "an actor runs in real time, when its executor has a thread"),
      UnplayedType("ExecutorScheduler", because: "an executor runs in real time, when it has a thread"),
      UnplayedType("MainActor", because: "the main actor runs in real time, when its thread is free"),
      UnplayedType("UIScheduler", because: "the main queue runs in real time, when its thread is free"),
    ])
}
