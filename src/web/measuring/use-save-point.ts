import { useState } from "react";
import { announce } from "../components/live-region.tsx";
import { OutboxConflictError, savePoint } from "../outbox/outbox.ts";
import type { MeasuredRecord } from "../outbox/record.ts";
import { OutboxFullError, OutboxUnavailableError } from "../outbox/storage.ts";
import { t } from "../texts/field.ts";
import type { DraftInHand } from "./use-draft.ts";

/** A photo's hash and time that are not known by then are found out later, or not. */
const photosWaitMs = 1_500;

export function outboxFailure(error: unknown): string {
  if (error instanceof OutboxFullError) return t("field.form.full");
  if (error instanceof OutboxUnavailableError) return t("field.form.unavailable");
  return t("field.form.failed", { reason: error instanceof Error ? error.message : String(error) });
}

/** Saves the draft to the outbox; nothing waits for the network. */
export function useSavePoint<Draft extends MeasuredRecord>(
  inHand: DraftInHand<Draft>,
  photosDone: () => Promise<unknown>,
) {
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string>();

  /** Answers with what is durable now, and the form has the next draft; undefined where nothing was saved, which `failure` tells. */
  async function save(finish: () => Draft): Promise<Draft | undefined> {
    setIsSaving(true);
    setFailure(undefined);
    try {
      await Promise.race([photosDone(), new Promise((resolve) => setTimeout(resolve, photosWaitMs))]);
      await inHand.settled();
      const saved = await savePoint(finish(), inHand.unkeptPhotos());
      inHand.next();
      return saved;
    } catch (error) {
      if (error instanceof OutboxConflictError) {
        // Only where the browser has no locks: the other tab has saved what this one holds.
        inHand.next();
        setFailure(t("field.form.elsewhere"));
      } else setFailure(outboxFailure(error));
      announce(t("field.form.notSaved"));
      return undefined;
    } finally {
      setIsSaving(false);
    }
  }

  return { isSaving, failure, setFailure, save };
}
