-- A resumable upload is used by one request. The row outlives the upload, so that others are told who was first.
CREATE TABLE upload_claims (
  -- No foreign key: the upload is deleted when a data point has its bytes.
  upload_id uuid CONSTRAINT upload_claims_pkey PRIMARY KEY,
  -- The id of the data point, or of the answer to a requested change.
  claimed_for uuid NOT NULL,
  claimed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX upload_claims_by_age ON upload_claims (claimed_at);
