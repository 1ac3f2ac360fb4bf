import { expect, it, vi } from "vitest";
import type { Protocol } from "../../../protocol/field.ts";
import { newDraft } from "../../outbox/new-records.ts";
import { findPhoto } from "../../outbox/outbox.ts";
import { readAnswers } from "../fields/form-reader.ts";
import { findWithPhotos } from "./draft-writer.ts";

vi.mock("../../outbox/outbox.ts", () => ({ findPhoto: vi.fn() }));

const protocol = {
  fields: [
    { key: "sheet", kind: "file", label: "Sheet" },
    { key: "song", kind: "audio", label: "Song" },
    { key: "leaf", kind: "photo", label: "Leaf" },
  ],
} as Protocol;
const types = { sheet: "application/pdf", song: "audio/webm", leaf: "image/jpeg" };

/** What the form says of a draft with these files, which are on a page that nobody opens. */
async function faultsOf(files: Partial<Record<keyof typeof types, string>>) {
  const stored = new Map(
    Object.entries(files).map(([key, bytes]) => [
      key,
      new File([bytes], key, { type: types[key as keyof typeof types] }),
    ]),
  );
  vi.mocked(findPhoto).mockImplementation(async (_, key) => stored.get(key));
  const kept = [...stored].map(([key, { name, type, size }]) => ({
    key,
    name,
    type,
    sizeBytes: size,
    sha256: null,
    takenAtMs: null,
  }));
  const found = await findWithPhotos({ ...newDraft("alice", { id: 7, name: "Trees" }, 1), photos: kept });
  expect(Object.keys(found.photos)).toEqual([...stored.keys()]);
  expect(found.point.photos).toHaveLength(stored.size);
  return Object.fromEntries(readAnswers(protocol, found.photos).faults);
}

it("[VALID-16] a recording or PDF of a restored draft that the server would refuse is a fault of the form, and is kept", async () => {
  expect(await faultsOf({ sheet: "%PDF-1.7\n1 0 obj\n", song: "no sound".repeat(9), leaf: "any" })).toMatchObject({
    sheet: { text: "validation.pdf" },
    song: { text: "validation.audio" },
  });
});

it("a photo is none of its concern, and a file that can't be read takes nothing with it", async () => {
  expect(await faultsOf({ leaf: "any" })).not.toHaveProperty("leaf");
  vi.spyOn(File.prototype, "arrayBuffer").mockImplementation(() => {
    throw new Error("gone");
  });
  expect(await faultsOf({ sheet: "any" })).not.toHaveProperty("sheet");
});
