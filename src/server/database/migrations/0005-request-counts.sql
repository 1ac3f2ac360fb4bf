-- Requests of one user or address within a window of time, counted by all web processes. Not written to the log, so that it
-- costs no wait for the disk: after a crash counting begins anew.
CREATE UNLOGGED TABLE request_counts (
  -- A digest of who asks, and of the call where it has a limit of its own.
  key text CONSTRAINT request_counts_pkey PRIMARY KEY,
  requests integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);
