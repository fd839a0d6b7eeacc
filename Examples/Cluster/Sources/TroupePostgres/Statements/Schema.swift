/// The statements that a connection sends before its first call.
enum Schema {
  /// The version of the tables that this package creates and reads.
  static let version = 2

  /// The code of the error for tables of a later version.
  static let newerState = "TR001"

  /// Settings of a connection.
  ///
  /// The statements are planned for the index of the keys, however few rows the table has at that time. A
  /// commit that is acknowledged before it is on the disk is no commit for a storage.
  ///
  /// - Parameter lockTime: How long a statement waits for a row that another session has locked. The
  ///   statement is then rejected, and its calls are retried one by one, so that calls for other rows don't
  ///   wait.
  static func settings(lockTime: Duration) -> String {
    """
    SET client_min_messages = warning;
    SET lock_timeout = \(max(1, lockTime.milliseconds));
    SET default_transaction_isolation = 'read committed';
    SET plan_cache_mode = force_generic_plan;
    SET enable_seqscan = off;
    SET enable_hashjoin = off;
    SET enable_mergejoin = off;
    SET jit = off;
    SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') IN ('off', 'local')
    """
  }

  /// Creates the tables, or migrates them. Of several nodes, one does it, and the others wait for it. A role
  /// that may not create tables can run it if there is nothing to do.
  static func migration(of schema: String) -> String {
    """
    DO $troupe$
    DECLARE present int := 0;
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('troupe schema \(schema)', 0));
      IF to_regnamespace('"\(schema)"') IS NULL THEN
        CREATE SCHEMA "\(schema)";
      END IF;
      IF to_regclass('"\(schema)".version') IS NULL THEN
        CREATE TABLE "\(schema)".version (number int NOT NULL);
      END IF;
      SELECT coalesce(max(number), 0) INTO present FROM "\(schema)".version;
      IF present > \(version) THEN
        RAISE EXCEPTION 'tables of version %', present USING ERRCODE = '\(newerState)';
      END IF;
      IF present < 1 THEN
        CREATE TABLE "\(schema)".state (
          key bytea PRIMARY KEY, revision uuid NOT NULL, value bytea NOT NULL, wake int8,
          home text, expiry timestamptz
        );
        CREATE INDEX state_wake ON "\(schema)".state (wake) WHERE wake IS NOT NULL;
        INSERT INTO "\(schema)".version VALUES (1);
      END IF;
      IF present < 2 THEN
        -- A lease belongs to a node, and not to a key: one row is renewed, and not all rows with their values.
        ALTER TABLE "\(schema)".state DROP COLUMN expiry, DROP COLUMN home, ADD COLUMN home uuid;
        CREATE TABLE "\(schema)".node (id uuid PRIMARY KEY, address text NOT NULL, expiry timestamptz NOT NULL);
        INSERT INTO "\(schema)".version VALUES (2);
      END IF;
    END
    $troupe$
    """
  }

  /// The channel on which nodes announce the keys that they release; see ``Homes``. Its name has at most 55
  /// bytes, of 63 that a name may have.
  static func channel(of schema: String) -> String { "troupe_\(schema)" }

  /// Ends the connection that wrote before this one, and waits until it is gone. What it hasn't done by then,
  /// it never will: a revision that isn't there now won't arrive late.
  ///
  /// - Parameter number: The number of the storage, which its writing connections hold as a lock.
  static func succession(_ number: UInt64) -> String {
    """
    SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND classid = \(number >> 32) AND objid = \(number & 0xFFFF_FFFF)
        AND objsubid = 1 AND granted AND pid <> pg_backend_pid()
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
    SELECT pg_advisory_lock(\(Int64(bitPattern: number)))
    """
  }
}
