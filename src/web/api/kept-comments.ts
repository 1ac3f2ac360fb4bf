import type { ReviewDecision } from "../../contract/enums.ts";

/** A comment that a reviewer has begun; `decision` is what it was opened for, undefined once that was left. */
export type KeptComment = { text: string; decision?: Exclude<ReviewDecision, "accepted"> | undefined };

const prefix = "cairn_comment";
/** As long as a phone keeps what was measured: a comment of last month is no use to anybody. */
const keptForMs = 30 * 24 * 60 * 60_000;

const nameOf = (account: string, sampleId: string) => `${prefix}:${encodeURIComponent(account)}:${sampleId}`;

/** What was begun on the sample in this browser; undefined where nothing was, or where the browser keeps nothing. */
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

/** At once, so that nothing is lost with the tab. A comment without a word is kept no more. */
export function keepComment(account: string | undefined, sampleId: string, comment: KeptComment | undefined): void {
  if (account === undefined) return;
  try {
    const name = nameOf(account, sampleId);
    if (!comment || comment.text.trim() === "") localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify({ ...comment, atMs: Date.now() }));
  } catch {
    // No room, or a browser that keeps nothing: it stays on the screen.
  }
}

/** Forgets everything that the account has begun: when it signs out. */
export function forgetComments(account: string): void {
  forgetWhere((name) => name.startsWith(`${prefix}:${encodeURIComponent(account)}:`));
}

/** Forgets what nobody came back to. */
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
    // A browser that keeps nothing has nothing to forget.
  }
}
