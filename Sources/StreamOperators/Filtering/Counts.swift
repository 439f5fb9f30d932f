/// Ends the process unless a number of elements to drop is zero or more (rule 9).
@inlinable
func requireDropCount(_ count: Int) {
  precondition(count >= 0, "The number of elements to drop cannot be negative (rule 9).")
}

/// Ends the process unless a number of elements to republish is zero or more (rule 9).
@inlinable
func requirePrefixLength(_ maxLength: Int) {
  precondition(maxLength >= 0, "The number of elements to republish cannot be negative (rule 9).")
}
