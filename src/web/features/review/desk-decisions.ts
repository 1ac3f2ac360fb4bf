import { t } from "../../../../generated/web-texts/desk.ts";
import { t as reviewText } from "../../../../generated/web-texts/review.ts";
import { undoMs } from "../../../contract/desk-limits.ts";
import type { ReviewDecision } from "../../../contract/enums.ts";
import type { Decisions, ReviewPayload } from "../../../contract/reviews.ts";
import type { SampleDetail, SampleRow } from "../../../contract/samples.ts";
import { ApiError, sentenceOf } from "../../foundation/api/api-error.ts";
import { fetchSample, recheckSample, reviewSample, reviewSamples, undoReviews } from "../../foundation/api/samples.ts";
import { formatLocale } from "../../foundation/texts/area-texts.ts";
import { announce } from "../../ui/live-region.tsx";

/** A decision that can be undone. */
export type Undoable = {
  key: number;
  ids: readonly string[];
  words: string;
  untilMs: number;
  /** Whether the server has saved it. */
  kept: Promise<boolean>;
};

/** A decision that was not saved, reported after the next sample was opened. */
export type FailedDecision = { key: number; id: string; words: string; sendAgain?: (() => void) | undefined };

export type DecisionsState = {
  undoables: readonly Undoable[];
  failures: readonly FailedDecision[];
  undoProblem: { ids: readonly string[]; reason: string } | undefined;
  isUndoing: boolean;
};

/** A decision on a row that the list may still show. The row disappears when the server has saved it. */
type Decided = { revision: number; decision: ReviewDecision; atMs: number; isKept: boolean };

/** After this time, the list shows the server's state again if the two differ. */
const hiddenMs = 60_000;

let lastKey = 0;
const nextKey = () => ++lastKey;

/** Decisions on samples. They show at once, are then sent to the server, and can be undone for a while. */
export class DeskDecisions {
  state: DecisionsState = { undoables: [], failures: [], undoProblem: undefined, isUndoing: false };
  readonly #decided = new Map<string, Decided>();
  readonly #events: Events;
  #offersEnd: ReturnType<typeof setTimeout> | undefined;

  constructor(events: Events) {
    this.#events = events;
  }

  isSending(id: string): boolean {
    return this.#decided.get(id)?.isKept === false;
  }

  /** Whether the user has decided on this row and it no longer belongs in the list. */
  isDecided(row: SampleRow, shown: { state: string; isRecheck: boolean }): boolean {
    const made = this.#decided.get(row.id);
    if (!made?.isKept || made.revision < row.revision) return false;
    return shown.isRecheck || made.decision !== shown.state;
  }

  /**
   * Saves a decision on a sample as it was shown. `isShown`: the sample is still open and can show an error.
   * @throws ApiError
   */
  async decide(
    sample: SampleDetail,
    review: ReviewPayload,
    { isRecheck, isShown }: { isRecheck: boolean; isShown: () => boolean },
  ): Promise<void> {
    const { id, quest } = sample;
    const words = isRecheck
      ? t("desk.rechecked", { questName: quest.quest_name })
      : reviewText(`review.decided.${review.decision}`, { questName: quest.quest_name });
    this.#note([sample], review.decision, false);
    this.#change({ failures: this.state.failures.filter((each) => each.id !== id) });
    const answer = isRecheck ? recheckSample(id, review) : reviewSample(id, review);
    const kept = answer.then(
      () => true,
      () => false,
    );
    const offer = isRecheck ? undefined : this.#offerUndo({ ids: [id], words, kept });
    try {
      await answer;
      this.#note([sample], review.decision, true);
      if (isRecheck) announce(words);
    } catch (error) {
      this.#endOffers((each) => each.key === offer);
      this.#show([id]);
      if (!isShown()) {
        const mayWorkLater = !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
        const failed: FailedDecision = {
          key: nextKey(),
          id,
          words: t("desk.failed.on", { questName: quest.quest_name, reason: sentenceOf(error) }),
          sendAgain: mayWorkLater
            ? () => void this.decide(sample, review, { isRecheck, isShown: () => false }).catch(() => undefined)
            : undefined,
        };
        this.#change({ failures: [...this.state.failures, failed] });
      }
      throw error;
    } finally {
      this.#events.onChanged();
    }
  }

  /** Saves one decision on many rows. @throws ApiError if nothing was decided */
  async decideMany(rows: readonly SampleRow[], decision: ReviewDecision, comment: string | null): Promise<Outcome> {
    const outcome = await outcomeOf(await reviewSamples(rows, { decision, comment }), decision);
    const done = new Set(outcome.decided);
    if (done.size > 0) {
      const decidedRows = rows.filter(({ id }) => done.has(id));
      this.#note(decidedRows, decision, true);
      const words = t(`desk.result.${decision}`, { count: done.size });
      this.#offerUndo({ ids: outcome.decided, words, kept: Promise.resolve(true) });
    }
    this.#events.onChanged();
    return outcome;
  }

  get mayUndo(): boolean {
    return this.state.undoables.length > 0 && !this.state.isUndoing;
  }

  async undo(): Promise<void> {
    const last = this.state.undoables.at(-1);
    if (!last || !this.mayUndo) return;
    this.#endOffers(({ key }) => key === last.key);
    // A decision that failed needs no undo.
    if (await last.kept) await this.#takeBack(last.ids);
  }

  async undoAgain(): Promise<void> {
    if (this.state.undoProblem) await this.#takeBack(this.state.undoProblem.ids);
  }

  dismissUndoProblem(): void {
    this.#change({ undoProblem: undefined });
  }

  dismissFailure(key: number): void {
    this.#change({ failures: this.state.failures.filter((each) => each.key !== key) });
  }

  stop(): void {
    clearTimeout(this.#offersEnd);
    window.removeEventListener("beforeunload", askBeforeLeaving);
  }

  async #takeBack(ids: readonly string[]): Promise<void> {
    this.#change({ isUndoing: true, undoProblem: undefined });
    try {
      const results = await undoReviews([...ids]);
      const undone = results.filter(({ result }) => result === "decided").map(({ id }) => id);
      const left = results.filter(({ result }) => result !== "decided");
      this.#show(undone);
      if (undone.length > 0) {
        announce(t("desk.undo.done", { count: undone.length }));
        this.#events.onUndone(undone);
      }
      const reason = left[0]?.detail ?? "";
      if (left.length > 0) {
        this.#change({ undoProblem: { ids: [], reason: t("desk.undo.partly", { count: left.length, reason }) } });
      }
    } catch (error) {
      this.#change({ undoProblem: { ids, reason: t("desk.undo.failed", { reason: sentenceOf(error) }) } });
    } finally {
      this.#change({ isUndoing: false });
      this.#events.onChanged();
    }
  }

  #note(rows: readonly { id: string; revision: number }[], decision: ReviewDecision, isKept: boolean): void {
    const atMs = Date.now();
    for (const [id, each] of this.#decided) if (each.isKept && atMs - each.atMs >= hiddenMs) this.#decided.delete(id);
    for (const { id, revision } of rows) this.#decided.set(id, { revision, decision, atMs, isKept });
    this.#change({});
  }

  #show(ids: readonly string[]): void {
    for (const id of ids) this.#decided.delete(id);
    this.#change({});
  }

  #offerUndo(offer: Omit<Undoable, "key" | "untilMs">): number {
    const key = nextKey();
    const untilMs = Date.now() + undoMs.shown;
    this.#change({ undoProblem: undefined, undoables: [...this.state.undoables, { ...offer, key, untilMs }] });
    this.#awaitEndOfOffers();
    return key;
  }

  #endOffers(isOver: (offer: Undoable) => boolean): void {
    this.#change({ undoables: this.state.undoables.filter((offer) => !isOver(offer)) });
    this.#awaitEndOfOffers();
  }

  #awaitEndOfOffers(): void {
    clearTimeout(this.#offersEnd);
    const [first] = this.state.undoables;
    if (!first) return;
    const end = () => this.#endOffers(({ untilMs }) => untilMs <= Date.now());
    this.#offersEnd = setTimeout(end, Math.max(0, first.untilMs - Date.now()) + 20);
  }

  #change(changes: Partial<DecisionsState>): void {
    this.state = { ...this.state, ...changes };
    const isAnySending = [...this.#decided.values()].some(({ isKept }) => !isKept);
    if (isAnySending) window.addEventListener("beforeunload", askBeforeLeaving);
    else window.removeEventListener("beforeunload", askBeforeLeaving);
    this.#events.onState();
  }
}

type Events = {
  onState: () => void;
  /** The server's lists have changed. */
  onChanged: () => void;
  onUndone: (ids: readonly string[]) => void;
};

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** The result of a decision on many samples. */
export type Outcome = {
  decided: string[];
  /** The current state of samples in conflict. */
  conflicts: SampleDetail[];
  left: string[];
  /** `196 accepted, 3 were decided by dana meanwhile, 1 cannot be decided by you` */
  words: (name: (reviewer: string) => string) => string;
};

/** Limits the requests for samples in conflict. The list shows the others when it is refreshed. */
const fetchedMax = 50;

/** Describes the results. Fetches samples in conflict, to name who decided on them. */
async function outcomeOf(results: Decisions["results"], decision: ReviewDecision): Promise<Outcome> {
  const decided = results.filter(({ result }) => result === "decided").map(({ id }) => id);
  const inConflict = results.filter(({ result }) => result === "conflict");
  const fetched = await Promise.all(
    inConflict.slice(0, fetchedMax).map(({ id }) => fetchSample(id).catch(() => undefined)),
  );
  const now = new Map(fetched.flatMap((sample) => (sample ? [[sample.id, sample] as const] : [])));

  const changed = inConflict.filter(({ code }) => code === "data_point_changed").length;
  const takenBy = new Map<string | undefined, number>();
  for (const { id, code } of inConflict) {
    if (code === "data_point_changed") continue;
    const reviewer = now.get(id)?.review?.reviewed_by;
    takenBy.set(reviewer, (takenBy.get(reviewer) ?? 0) + 1);
  }
  const refused = results.filter(({ result }) => result === "refused");
  const gone = refused.filter(({ code }) => code === "data_point_not_found").length;
  const own = refused.filter(({ code }) => code === "own_data_point").length;
  const forbidden = refused.length - gone - own;
  const words: Outcome["words"] = (name) =>
    formatted([
      decided.length > 0 ? t(`desk.result.${decision}`, { count: decided.length }) : t("desk.result.nothing"),
      ...[...takenBy].map(([reviewer, count]) =>
        reviewer === undefined
          ? t("desk.result.takenBySomebody", { count })
          : t("desk.result.taken", { count, reviewer: name(reviewer) }),
      ),
      changed > 0 ? t("desk.result.changed", { count: changed }) : "",
      gone > 0 ? t("desk.result.gone", { count: gone }) : "",
      own > 0 ? t("desk.result.own", { count: own }) : "",
      forbidden > 0 ? t("desk.result.refused", { count: forbidden }) : "",
    ]);
  return {
    decided,
    conflicts: [...now.values()],
    left: results.filter(({ result }) => result !== "decided").map(({ id }) => id),
    words,
  };
}

const formatted = (parts: readonly string[]) =>
  new Intl.ListFormat(formatLocale(), { type: "unit", style: "long" }).format(parts.filter((part) => part !== ""));
