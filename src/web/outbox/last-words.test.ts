import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import { forgetArrived } from "./forget-arrived.ts";
import { keepLastWords, withLastWords } from "./last-words.ts";
import { forgetAccount, keepDraft, listRecords, newDraft } from "./outbox.ts";
import type { PointRecord } from "./record.ts";

const quest = { id: 7, name: "Trees" };
const saying = (draft: PointRecord, words: string): PointRecord => ({ ...draft, answers: { bark: words } });
const draftOf = (account: string) => saying(newDraft(account, quest, 1), "rough");

it("last words of an account go with everything else of it, and a form that is still open brings nothing back", async () => {
  const [alices, bobs] = [draftOf("alice"), draftOf("bob")];
  for (const draft of [alices, bobs]) {
    await keepDraft(draft);
    keepLastWords(saying(draft, "smooth"));
  }
  await forgetAccount("alice");
  expect(withLastWords(alices).answers).toEqual({ bark: "rough" });
  expect(withLastWords(bobs).answers).toEqual({ bark: "smooth" });
  await keepDraft(alices);
  keepLastWords(alices);
  expect(await listRecords("alice")).toEqual([]);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it("where somebody signs out and keeps what has not arrived, the words of the drafts that stay do, and no others", async () => {
  const [kept, saved] = [draftOf("alice"), draftOf("alice")];
  await keepDraft(kept);
  for (const draft of [kept, saved]) keepLastWords(saying(draft, "smooth"));
  await forgetArrived("alice");
  expect(withLastWords(kept).answers).toEqual({ bark: "smooth" });
  expect(withLastWords(saved).answers).toEqual({ bark: "rough" });
});
