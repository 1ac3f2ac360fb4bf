import { useCallback, useEffect, useRef, useState } from "react";
import type { ReviewDecision } from "../../../contract/enums.ts";
import { undoMs } from "../../../contract/limits.ts";
import type { ReviewPayload } from "../../../contract/reviews.ts";
import type { SampleDetail, SampleRow } from "../../../contract/samples.ts";
import { ApiError, sentenceOf } from "../../api/api-error.ts";
import { recheckSample, reviewSample, reviewSamples, undoReviews } from "../../api/samples.ts";
import { announce } from "../../components/live-region.tsx";
import { t } from "../../texts/desk.ts";
import { t as reviewText } from "../../texts/review.ts";
import { type Outcome, outcomeOf } from "./decision-outcome.ts";

/** A decision that can be taken back. */
export type Undoable = {
  key: number;
  ids: readonly string[];
  /** What was decided. */
  words: string;
  untilMs: number;
  /** Whether the server has kept it. */
  kept: Promise<boolean>;
};

/** A decision that was not kept after the next sample was shown. */
export type FailedDecision = { key: number; id: string; words: string; sendAgain?: (() => void) | undefined };

/** What the user decided and the list may still show: by id. A row leaves the list once the server has kept its decision. */
type Decided = { revision: number; decision: ReviewDecision; atMs: number; isKept: boolean };

/** The list shows what the server says again after this time, should both differ. */
const hiddenMs = 60_000;

let lastKey = 0;
const nextKey = () => ++lastKey;

/**
 * Decisions on one and many, at once on the screen and then on the server; each can be undone for a while. `onChanged` is
 * called when the server's lists differ from what they were, `onUndone` with what waits again.
 */
export function useDecisions({
  onChanged,
  onUndone,
}: {
  onChanged: () => void;
  onUndone: (ids: readonly string[]) => void;
}) {
  const [decided, setDecided] = useState<ReadonlyMap<string, Decided>>(new Map());
  const [undoables, setUndoables] = useState<readonly Undoable[]>([]);
  const [failures, setFailures] = useState<readonly FailedDecision[]>([]);
  const [undoProblem, setUndoProblem] = useState<{ ids: readonly string[]; reason: string }>();
  const [isUndoing, setIsUndoing] = useState(false);
  const latest = useRef({ onChanged, onUndone });
  useEffect(() => {
    latest.current = { onChanged, onUndone };
  });

  const note = useCallback(
    (rows: readonly { id: string; revision: number }[], decision: ReviewDecision, isKept: boolean) => {
      const atMs = Date.now();
      setDecided((before) => {
        const recent = [...before].filter(([, each]) => !each.isKept || atMs - each.atMs < hiddenMs);
        return new Map([
          ...recent,
          ...rows.map(({ id, revision }) => [id, { revision, decision, atMs, isKept }] as const),
        ]);
      });
    },
    [],
  );
  const show = useCallback((ids: readonly string[]) => {
    setDecided((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
  }, []);
  const offerUndo = useCallback((undoable: Omit<Undoable, "key" | "untilMs">) => {
    const key = nextKey();
    setUndoProblem(undefined);
    setUndoables((before) => [...before, { ...undoable, key, untilMs: Date.now() + undoMs.shown }]);
    return () => setUndoables((before) => before.filter((each) => each.key !== key));
  }, []);

  const isAnySending = [...decided.values()].some(({ isKept }) => !isKept);
  useEffect(() => {
    if (!isAnySending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isAnySending]);

  // Each offer ends by itself.
  useEffect(() => {
    const [first] = undoables;
    if (!first) return;
    const timer = setTimeout(
      () => setUndoables((before) => before.filter(({ untilMs }) => untilMs > Date.now())),
      Math.max(0, first.untilMs - Date.now()) + 20,
    );
    return () => clearTimeout(timer);
  }, [undoables]);

  /**
   * Keeps a decision on a sample as it was shown. `isShown` tells whether the sample is still there to say what went wrong.
   * @throws ApiError
   */
  const decide = useCallback(
    async (
      sample: SampleDetail,
      review: ReviewPayload,
      { isRecheck, isShown }: { isRecheck: boolean; isShown: () => boolean },
    ): Promise<void> => {
      const { id, quest } = sample;
      const words = isRecheck
        ? t("desk.rechecked", { questName: quest.quest_name })
        : reviewText(`review.decided.${review.decision}`, { questName: quest.quest_name });
      note([sample], review.decision, false);
      setFailures((before) => before.filter((each) => each.id !== id));
      const answer = isRecheck ? recheckSample(id, review) : reviewSample(id, review);
      const kept = answer.then(
        () => true,
        () => false,
      );
      const takeBackOffer = isRecheck ? undefined : offerUndo({ ids: [id], words, kept });
      try {
        await answer;
        note([sample], review.decision, true);
        if (isRecheck) announce(words);
        latest.current.onChanged();
      } catch (error) {
        takeBackOffer?.();
        show([id]);
        if (!isShown()) {
          const mayWorkLater = !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
          const failed: FailedDecision = {
            key: nextKey(),
            id,
            words: t("desk.failed.on", { questName: quest.quest_name, reason: sentenceOf(error) }),
            sendAgain: mayWorkLater
              ? () => void decide(sample, review, { isRecheck, isShown: () => false }).catch(() => undefined)
              : undefined,
          };
          setFailures((before) => [...before, failed]);
        }
        latest.current.onChanged();
        throw error;
      }
    },
    [note, show, offerUndo],
  );

  /** Keeps one decision on many rows; answers what became of them. @throws ApiError where nothing was decided */
  const decideMany = useCallback(
    async (rows: readonly SampleRow[], decision: ReviewDecision, comment: string | null): Promise<Outcome> => {
      const outcome = await outcomeOf(await reviewSamples(rows, { decision, comment }), decision);
      if (outcome.decided.length > 0) {
        const done = new Set(outcome.decided);
        note(
          rows.filter(({ id }) => done.has(id)),
          decision,
          true,
        );
        const words = t(`desk.result.${decision}`, { count: outcome.decided.length });
        offerUndo({ ids: outcome.decided, words, kept: Promise.resolve(true) });
      }
      latest.current.onChanged();
      return outcome;
    },
    [note, offerUndo],
  );

  const takeBack = useCallback(
    async (ids: readonly string[]) => {
      setIsUndoing(true);
      setUndoProblem(undefined);
      try {
        const results = await undoReviews([...ids]);
        const undone = results.filter(({ result }) => result === "decided").map(({ id }) => id);
        const left = results.filter(({ result }) => result !== "decided");
        show(undone);
        if (undone.length > 0) {
          announce(t("desk.undo.done", { count: undone.length }));
          latest.current.onUndone(undone);
        }
        const reason = left[0]?.detail ?? "";
        if (left.length > 0) {
          setUndoProblem({ ids: [], reason: t("desk.undo.partly", { count: left.length, reason }) });
        }
      } catch (error) {
        setUndoProblem({ ids, reason: t("desk.undo.failed", { reason: sentenceOf(error) }) });
      } finally {
        setIsUndoing(false);
        latest.current.onChanged();
      }
    },
    [show],
  );

  const undo = async () => {
    const last = undoables.at(-1);
    if (!last || isUndoing) return;
    setUndoables((before) => before.filter(({ key }) => key !== last.key));
    // What did not arrive needs no undoing.
    if (await last.kept) await takeBack(last.ids);
  };

  return {
    decide,
    decideMany,
    undo: undoables.length > 0 && !isUndoing ? () => void undo() : undefined,
    undoables,
    undoProblem,
    undoAgain: undoProblem && undoProblem.ids.length > 0 ? () => void takeBack(undoProblem.ids) : undefined,
    dismissUndoProblem: () => setUndoProblem(undefined),
    failures,
    dismissFailure: (key: number) => setFailures((before) => before.filter((each) => each.key !== key)),
    isSending: useCallback((id: string) => decided.get(id)?.isKept === false, [decided]),
    /** Whether a row stands for what the user has decided on already. */
    isDecided: useCallback(
      (row: SampleRow, shown: { state: string; isRecheck: boolean }) => {
        const made = decided.get(row.id);
        if (!made?.isKept || made.revision < row.revision) return false;
        return shown.isRecheck || made.decision !== shown.state;
      },
      [decided],
    ),
  };
}
