import type { ReleaseLicence } from "../../../contract/desk-enums.ts";
import { isOrcid, type NewRelease } from "../../../contract/releases.ts";

/** `id` is for the list on the screen. */
export type DraftAuthor = { id: number; name: string; orcid: string };
export type AuthorProblem = { isNameMissing: boolean; isOrcidWrong: boolean };

/** A release that is being described. */
export type ReleaseDraft = { licence: ReleaseLicence; notes: string; thanks: string; authors: readonly DraftAuthor[] };

export const emptyDraft: ReleaseDraft = {
  licence: "CC-BY-4.0",
  notes: "",
  thanks: "",
  authors: [{ id: 1, name: "", orcid: "" }],
};

export function problemOf({ name, orcid }: DraftAuthor): AuthorProblem {
  const typed = orcidIn(orcid);
  return { isNameMissing: name.trim() === "", isOrcidWrong: typed !== "" && !isOrcid(typed) };
}

/** People paste the whole address. */
const orcidIn = (text: string) => text.trim().replace(/^https?:\/\/orcid\.org\//, "");

/** What is sent; undefined if something is missing or wrong. */
export function releaseOf({ licence, notes, thanks, authors }: ReleaseDraft): NewRelease | undefined {
  const problems = authors.map(problemOf);
  if (problems.some(({ isNameMissing, isOrcidWrong }) => isNameMissing || isOrcidWrong)) return undefined;
  return {
    licence,
    notes: notes.trim(),
    thanks: thanks.trim(),
    authors: authors.map(({ name, orcid }) => {
      const typed = orcidIn(orcid);
      return { name: name.trim(), ...(typed !== "" && { orcid: typed }) };
    }),
  };
}

export const withAuthor = (draft: ReleaseDraft): ReleaseDraft => ({
  ...draft,
  authors: [...draft.authors, { id: Math.max(...draft.authors.map(({ id }) => id)) + 1, name: "", orcid: "" }],
});

export const withoutAuthor = (draft: ReleaseDraft, id: number): ReleaseDraft => ({
  ...draft,
  authors: draft.authors.filter((author) => author.id !== id),
});

export const changeAuthor = (draft: ReleaseDraft, id: number, change: Partial<DraftAuthor>): ReleaseDraft => ({
  ...draft,
  authors: draft.authors.map((author) => (author.id === id ? { ...author, ...change } : author)),
});
