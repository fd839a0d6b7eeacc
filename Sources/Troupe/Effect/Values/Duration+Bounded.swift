extension Duration {
  /// The duration, but at most a hundred years: clocks can't add much more to the current time.
  package var bounded: Duration { min(self, .seconds(3_155_760_000)) }
}
