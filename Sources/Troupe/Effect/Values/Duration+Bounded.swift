extension Duration {
  /// The duration, limited to a hundred years, because clocks can't add much longer durations to the current
  /// time.
  package var bounded: Duration { min(self, .seconds(3_155_760_000)) }
}
