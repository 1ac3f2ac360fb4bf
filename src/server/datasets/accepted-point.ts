import type { AdditionalData } from "../../contract/data-points.ts";

/**
 * An accepted data point. Degrees, metres, instants as ISO 8601 in UTC; `additional_data` in the units of its protocol.
 */
export type AcceptedPoint = {
  id: string;
  adventurer_id: string;
  latitude: number;
  longitude: number;
  accuracy: number | null;
  position_source: string;
  fixed_at: string | null;
  additional_data: AdditionalData;
  /** Of the data point's own photo. */
  photo_sha256: string | null;
  /** Of field photos, by key. */
  photo_sha256s: Readonly<Record<string, string>>;
  /** Null: the specification's form. */
  protocol_version: number | null;
  created_at: string;
  /** Null if unknown. */
  captured_at: string | null;
  /** It arrived after the end of quest or participation. */
  late: boolean;
  /** 1 when first sent. */
  revision: number;
  reviewed_by: string;
  reviewed_at: string;
  comment: string | null;
};
