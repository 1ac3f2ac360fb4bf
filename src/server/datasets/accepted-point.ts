import type { AdditionalData } from "../../contract/data-points.ts";

/** A data point that a reviewer accepted. Degrees, metres, instants as ISO 8601 in UTC; the values in `additional_data` in the units of its protocol. */
export type AcceptedPoint = {
  id: string;
  adventurer_id: string;
  latitude: number;
  longitude: number;
  accuracy: number | null;
  position_source: string;
  fixed_at: string | null;
  additional_data: AdditionalData;
  /** Of the photo of the data point itself. */
  photo_sha256: string | null;
  /** Of the photos that fields asked for, by key. */
  photo_sha256s: Readonly<Record<string, string>>;
  /** Null: the specification's form. */
  protocol_version: number | null;
  created_at: string;
  /** Null where nobody said. */
  captured_at: string | null;
  /** Whether it arrived after the end of the quest or of the participation. */
  late: boolean;
  /** 1 as it was first sent. */
  revision: number;
  reviewed_by: string;
  reviewed_at: string;
  comment: string | null;
};
