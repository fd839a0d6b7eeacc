extension Duration {
  /// The duration, limited to a hundred years: clocks can't add much more to the current time.
  package var bounded: Duration { min(self, .seconds(3_155_760_000)) }
}
