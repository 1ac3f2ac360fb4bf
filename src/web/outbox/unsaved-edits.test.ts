import { forgetAccount, forgetArrived } from "./saved-records.ts";
import "../../../test/web-database.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { newDraft } from "./new-records.ts";
import { discard, keepDraft, listRecords, savePoint } from "./outbox.ts";
import { type KeptPhoto, type PointRecord, type Position, withNewId } from "./record.ts";
import { findUnwritten, keepUnsavedEdits, withUnsavedEdits } from "./unsaved-edits.ts";

const quest = { id: 7, name: "Trees" };
const saying = (draft: PointRecord, words: string): PointRecord => ({ ...draft, answers: { bark: words } });
const draftOf = (account: string) => saying(newDraft(account, quest, 1), "rough");
const keptWords = () => Object.keys(localStorage).filter((key) => key.startsWith("cairn.last-words/"));

beforeEach(() => localStorage.clear());

describe("last words of a draft", () => {
  it("are deleted once the database has them, and newer ones are not", async () => {
    const draft = draftOf("alice");
    keepUnsavedEdits(draft);
    await keepDraft(draft);
    expect(keptWords()).toEqual([]);
    keepUnsavedEdits(saying(draft, "smooth"));
    await keepDraft(draft);
    expect(withUnsavedEdits(draft).answers).toEqual({ bark: "smooth" });
  });

  it("are not those of a data point that was sent under another id", () => {
    const draft = draftOf("alice");
    keepUnsavedEdits(saying(draft, "smooth"));
    expect(withUnsavedEdits(draft).answers).toEqual({ bark: "smooth" });
    const reopened = withNewId(draft);
    expect(withUnsavedEdits(reopened)).toBe(reopened);
  });

  it("become a draft if the database has none", async () => {
    const [written, unwritten, bobs] = [draftOf("alice"), draftOf("alice"), draftOf("bob")];
    await keepDraft(written);
    for (const draft of [written, unwritten, bobs]) keepUnsavedEdits(draft);
    expect(findUnwritten("alice", await listRecords("alice"))).toEqual([unwritten]);
  });

  it("don't restore saved or discarded records", async () => {
    const [saved, discarded] = [draftOf("alice"), draftOf("alice")];
    for (const draft of [saved, discarded]) {
      await keepDraft(draft);
      keepUnsavedEdits(saying(draft, "smooth"));
    }
    await savePoint(saying(saved, "smooth"));
    await discard(discarded.localId);
    expect(keptWords()).toEqual([]);
  });

  it("name no photo, and no position of one, that is not in the database", async () => {
    const photoOf = (name: string): KeptPhoto => ({
      key: "file",
      name,
      type: "image/jpeg",
      sizeBytes: 3,
      sha256: null,
      takenAtMs: 1,
    });
    const positionAt = (latitude: number): Position => ({
      latitude,
      longitude: 8,
      accuracyMeters: 5,
      fixedAtMs: 1,
      source: "device",
    });
    const draft: PointRecord = { ...draftOf("alice"), photos: [photoOf("elm.jpg")], position: positionAt(49) };
    keepUnsavedEdits({ ...saying(draft, "smooth"), position: positionAt(50) });
    expect(withUnsavedEdits(draft)).toEqual({ ...saying(draft, "smooth"), position: positionAt(50) });
    keepUnsavedEdits({ ...saying(draft, "smooth"), photos: [photoOf("oak.jpg")], position: positionAt(50) });
    expect(withUnsavedEdits(draft)).toEqual(saying(draft, "smooth"));
    expect(findUnwritten("alice", [])).toEqual([{ ...saying(draft, "smooth"), photos: [], position: null }]);
  });

  it("are deleted with their account, and an open form restores nothing", async () => {
    const [alices, bobs] = [draftOf("alice"), draftOf("bob")];
    for (const draft of [alices, bobs]) {
      await keepDraft(draft);
      keepUnsavedEdits(saying(draft, "smooth"));
    }
    await forgetAccount("alice");
    expect(withUnsavedEdits(alices).answers).toEqual({ bark: "rough" });
    expect(withUnsavedEdits(bobs).answers).toEqual({ bark: "smooth" });
    await keepDraft(alices);
    keepUnsavedEdits(alices);
    expect(await listRecords("alice")).toEqual([]);
    expect(keptWords()).toHaveLength(1);
  });

  it("stay after a sign-out that keeps unsent data points", async () => {
    const draft = draftOf("alice");
    await keepDraft(draft);
    keepUnsavedEdits(saying(draft, "smooth"));
    await forgetArrived("alice");
    expect(withUnsavedEdits(draft).answers).toEqual({ bark: "smooth" });
  });
});
