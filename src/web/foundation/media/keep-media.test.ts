import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Field } from "../../../protocol/field.ts";
import { keepMedia } from "./keep-media.ts";

let kept: string[];
let added: string[];

beforeEach(() => {
  [kept, added] = [[], []];
  const cache = {
    match: async (address: string) => (kept.includes(address) ? new Response() : undefined),
    add: async (address: string) => {
      added.push(address);
      kept.push(address);
    },
    keys: async () => [...kept],
    delete: async (address: string) => {
      kept = kept.filter((each) => each !== address);
    },
  };
  vi.stubGlobal("caches", { open: async () => cache });
});
afterEach(() => vi.unstubAllGlobals());

const picture = (id: string) => ({ id, alt: "A leaf" });
const fields: Field[] = [
  { key: "look", kind: "note", label: "Look", picture: picture("a"), sound: picture("c") },
  {
    key: "leaves",
    kind: "group",
    label: "Leaves",
    repeat: {},
    fields: [
      {
        key: "shape",
        kind: "choice",
        label: "Shape",
        options: [{ value: "round", label: "Round", picture: picture("b") }],
      },
      { key: "edge", kind: "text", label: "Edge", picture: picture("a") },
    ],
  },
];

it("keeps each picture and sound of a form once, those of options in groups too", async () => {
  await keepMedia(fields);
  await keepMedia(fields);
  expect(added).toEqual(["/api/pictures/a", "/api/pictures/b", "/api/sounds/c"]);
});

it("deletes the oldest beyond 1,000", async () => {
  kept = Array.from({ length: 1_000 }, (_each, index) => `/api/pictures/old-${index}`);
  await keepMedia(fields);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([1_000, "/api/pictures/old-3", "/api/sounds/c"]);
});

it("needs no cache for a form without pictures", async () => {
  vi.stubGlobal("caches", undefined);
  await expect(keepMedia([{ key: "edge", kind: "text", label: "Edge" }])).resolves.toBeUndefined();
});
