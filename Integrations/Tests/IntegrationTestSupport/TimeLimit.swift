public import Testing

extension Trait where Self == TimeLimitTrait {
  /// For tests of real servers and databases on a busy machine.
  public static var generous: Self { .timeLimit(.minutes(5)) }
}
