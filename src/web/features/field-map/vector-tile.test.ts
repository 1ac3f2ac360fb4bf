import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeVectorTile } from "../../../../test/make-vector-tile.ts";
import { labelOf, strokeOf } from "./map-style.ts";
import { readVectorTile } from "./vector-tile.ts";

const tile = makeVectorTile({
  roads: [
    {
      kind: "line",
      parts: [
        [
          [0, 0],
          [10, -20],
        ],
        [
          [5, 5],
          [6, 7],
          [4096, 4096],
        ],
      ],
      properties: { kind: "path", name: "Höhenweg", "name:de": "Höhenweg", level: 2.5 },
    },
  ],
  water: [
    {
      kind: "polygon",
      parts: [
        [
          [1, 1],
          [9, 1],
          [9, 9],
        ],
      ],
    },
  ],
});

describe("a vector tile", () => {
  it("is read with layers, lines, areas and what is said of them", () => {
    const layers = readVectorTile(tile);
    expect([...layers.keys()]).toEqual(["roads", "water"]);
    expect(layers.get("roads")).toEqual({
      extent: 4096,
      features: [
        {
          kind: "line",
          parts: [
            [0, 0, 10, -20],
            [5, 5, 6, 7, 4096, 4096],
          ],
          properties: { kind: "path", name: "Höhenweg", "name:de": "Höhenweg", level: 2.5 },
        },
      ],
    });
    expect(layers.get("water")?.features[0]).toEqual({ kind: "polygon", parts: [[1, 1, 9, 1, 9, 9]], properties: {} });
  });

  it("that is cut anywhere is read up to there or refused, and never hangs", () => {
    for (let length = 0; length < tile.length; length++) {
      try {
        readVectorTile(tile.subarray(0, length));
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }
  });

  it("of any bytes is read or refused", () => {
    void fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat({ max: tile.length }), (noise, at) => {
        const damaged = Buffer.concat([tile.subarray(0, at), noise, tile.subarray(at)]);
        try {
          readVectorTile(damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });

  it("that claims more points than any tile has is refused", () => {
    // A layer with a feature whose one command repeats 30 million times.
    const feature = [0x18, 2, 0x22, 5, 0xfa, 0xff, 0xff, 0xff, 0x0f];
    const layer = [0x12, feature.length, ...feature];
    expect(() => readVectorTile(Uint8Array.from([0x1a, layer.length, ...layer]))).toThrow("too many points");
  });

  it("that closes a path millions of times closes it once", () => {
    const feature = [0x18, 3, 0x22, 9, 0x09, 2, 2, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x0f];
    const layer = [0x12, feature.length, ...feature];
    const [read] = readVectorTile(Uint8Array.from([0x1a, layer.length, ...layer])).values();
    expect(read?.features).toEqual([{ kind: "polygon", parts: [[1, 1]], properties: {} }]);
  });
});

describe("what is drawn", () => {
  const feature = readVectorTile(tile).get("roads")?.features[0];
  it("has the same look with the layers of Protomaps and of OpenMapTiles", () => {
    if (!feature) throw new Error("There is a path.");
    const former = { ...feature, properties: { class: "path" } };
    expect(strokeOf("roads", feature, 14)).toEqual(strokeOf("transportation", former, 14));
    expect(strokeOf("roads", feature, 14)?.colour).toBe("path");
    expect(strokeOf("pois", feature, 14)).toBeUndefined();
  });

  it("names roads close by, in the reader's language", () => {
    if (!feature) throw new Error("There is a path.");
    const named = { ...feature, properties: { name: "Ridge Road", "name:de": "Kammweg" } };
    expect(labelOf("roads", named, 15, "de")?.text).toBe("Kammweg");
    expect(labelOf("roads", named, 15, "fr")?.text).toBe("Ridge Road");
    expect(labelOf("roads", named, 12, "de")).toBeUndefined();
  });
});
