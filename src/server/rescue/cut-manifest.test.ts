import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CutError, ManifestCutter } from "./open-bundle.ts";

const limits = { points: 5, pointBytes: 1_000, frameBytes: 1_000 };

function cut(text: string, pieceBytes = 7, given = limits) {
  const cutter = new ManifestCutter(given);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) cutter.add(bytes.subarray(at, at + pieceBytes));
  const { frame, points } = cutter.end();
  return { frame: frame.toString(), points: points.map(String) };
}

describe("a manifest split into its points", () => {
  it("has the index of each in its place", () => {
    const { frame, points } = cut('{"version":1,"account":"[{","points":[{"id":"}]"}, 7 ,["\\"]"],{}]}');
    expect(frame).toBe('{"version":1,"account":"[{","points":[[0], 7 ,[1],[2]]}');
    expect(points).toEqual(['{"id":"}]"}', '["\\"]"]', "{}"]);
  });

  it("is complete with its points put back, for chunks of any size", () => {
    const points = fc.array(fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue())), { maxLength: 5 });
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 50 }), (written, pieceBytes) => {
        const manifest = { account: "alice", points: written };
        const roomy = { points: 5, pointBytes: 1e6, frameBytes: 1e6 };
        const { frame, points: texts } = cut(JSON.stringify(manifest), pieceBytes, roomy);
        const framed = JSON.parse(frame);
        const read = framed.points.map((each: unknown) =>
          Array.isArray(each) ? JSON.parse(texts[each[0]] ?? "") : each,
        );
        expect({ ...framed, points: read }).toEqual(JSON.parse(JSON.stringify(manifest)));
      }),
    );
  });

  it("is rejected for too many points or too much beside them, and a long point is cut off", () => {
    expect(() => cut(`{"points":[${"{},".repeat(6)}`)).toThrow(CutError);
    expect(() => cut(`{"points":[${"1,".repeat(600)}`)).toThrow(CutError);
    const [long] = cut(`{"points":[${"[".repeat(5_000)}${"]".repeat(5_000)}]}`).points;
    expect(long?.length).toBeGreaterThan(1_000);
    expect(long?.length).toBeLessThan(1_100);
  });
});
