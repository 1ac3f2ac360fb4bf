import { expect, it } from "vitest";
import { uploadFieldsOf } from "./rescue-rules.ts";

const at = "2026-05-04T10:00:00.000Z";

it("a bundle's data point becomes the fields of an upload", () => {
  const point = {
    id: "0b6f2f9e-6d0f-4c53-9e0c-2f6f0b1d5a11",
    quest_id: 7,
    protocol_version: null,
    values: { tree_width: 80, user_supplied_latitude: 21.5, user_supplied_longitude: null },
    captured_at: at,
    fixes: [{ latitude: 1, longitude: 2, accuracy: 5, fixed_at: at, source: "device" as const }],
    photos: [
      { key: "file", file: "photos/a.jpg", sha256: "aa" },
      { key: "bark", file: "photos/b.jpg", sha256: "bb" },
    ],
  };
  const fields = {
    id: point.id,
    protocol_version: "0",
    measurements: '{"tree_width":80}',
    user_supplied_latitude: "21.5",
    captured_at: at,
    fixes: JSON.stringify(point.fixes),
    sha256: "aa",
    "sha256:bark": "bb",
  };
  const chosen = { latitude: "1", longitude: "2", accuracy: "5", fixed_at: at, position_source: "device" };
  expect(uploadFieldsOf(point)).toEqual({ ...fields, ...chosen });
  // The volunteer was shown "none yet": no fix is used silently.
  expect(uploadFieldsOf({ ...point, position: null })).toEqual(fields);
  const placed = { latitude: 3, longitude: 4, accuracy: null, fixed_at: null, position_source: "map" as const };
  expect(uploadFieldsOf({ ...point, position: placed, clock_offset: 0, spacing_reason: "A road." })).toEqual({
    ...fields,
    latitude: "3",
    longitude: "4",
    position_source: "map",
    clock_offset: "0",
    spacing_reason: "A road.",
  });
});
