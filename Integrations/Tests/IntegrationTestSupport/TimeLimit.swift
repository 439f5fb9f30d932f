public import Testing

extension Trait where Self == TimeLimitTrait {
  /// For tests of real servers and databases, which would hang if they failed. A busy machine under the thread
  /// sanitizer needs minutes.
  public static var generous: Self { .timeLimit(.minutes(20)) }
}
