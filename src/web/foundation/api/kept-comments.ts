import { useEffect, useState } from "react";
import type { ReviewDecision } from "../../../contract/enums.ts";

/** A reviewer's draft of a comment. `decision`: the open decision, undefined once it is closed. */
export type KeptComment = { text: string; decision?: Exclude<ReviewDecision, "accepted"> | undefined };

const prefix = "cairn_comment";
/** Drafts of comments expire after 30 days. */
const keptForMs = 30 * 24 * 60 * 60_000;

const nameOf = (account: string, sampleId: string) => `${prefix}:${encodeURIComponent(account)}:${sampleId}`;

/** Finds the draft for a sample; undefined if there is none or local storage is not available. */
export function findComment(account: string | undefined, sampleId: string): KeptComment | undefined {
  if (account === undefined) return undefined;
  try {
    const { text, decision, atMs } = JSON.parse(localStorage.getItem(nameOf(account, sampleId)) ?? "{}");
    if (typeof text !== "string" || !isFresh(atMs)) return undefined;
    return { text, decision: decision === "denied" || decision === "change_requested" ? decision : undefined };
  } catch {
    return undefined;
  }
}

/** Writes synchronously, so that closing the tab loses nothing. Deletes an empty comment. */
export function keepComment(account: string | undefined, sampleId: string, comment: KeptComment | undefined): void {
  if (account === undefined) return;
  try {
    const name = nameOf(account, sampleId);
    if (!comment || comment.text.trim() === "") localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify({ ...comment, atMs: Date.now() }));
  } catch {
    // Storage is full or not available. The comment stays on the screen.
  }
}

/** The draft of a message about a data point. */
export function useKeptMessage(account: string | undefined, dataPointId: string) {
  const name = `${dataPointId}:message`;
  const [text, setText] = useState(() => findComment(account, name)?.text ?? "");
  useEffect(() => forgetOldComments(), []);
  const change = (next: string) => {
    setText(next);
    keepComment(account, name, { text: next });
  };
  return [text, change] as const;
}

/** Deletes the account's drafts at sign-out. */
export function forgetComments(account: string): void {
  forgetWhere((name) => name.startsWith(`${prefix}:${encodeURIComponent(account)}:`));
}

/** Deletes the drafts of all others, when somebody signs in. */
export function forgetCommentsOfOthers(account: string): void {
  forgetWhere((name) => name.startsWith(`${prefix}:`) && !name.startsWith(`${prefix}:${encodeURIComponent(account)}:`));
}

/** Deletes expired drafts. */
export function forgetOldComments(): void {
  forgetWhere((name) => name.startsWith(`${prefix}:`) && !isFresh(parsed(localStorage.getItem(name))?.atMs));
}

const isFresh = (atMs: unknown) => typeof atMs === "number" && Date.now() - atMs < keptForMs;

function parsed(text: string | null): { atMs?: unknown } | undefined {
  try {
    return JSON.parse(text ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function forgetWhere(isMeant: (name: string) => boolean): void {
  try {
    for (const name of Object.keys(localStorage)) if (isMeant(name)) localStorage.removeItem(name);
  } catch {
    // Without local storage there is nothing to delete.
  }
}
