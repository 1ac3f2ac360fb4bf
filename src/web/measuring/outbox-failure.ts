import { OutboxConflictError } from "../outbox/outbox.ts";
import { OutboxFullError, OutboxUnavailableError } from "../outbox/storage.ts";
import { t } from "../texts/field.ts";

/** Why the outbox did not take something, in words. */
export function outboxFailure(error: unknown): string {
  if (error instanceof OutboxFullError) return t("field.form.full");
  if (error instanceof OutboxUnavailableError) return t("field.form.unavailable");
  return t("field.form.failed", { reason: error instanceof Error ? error.message : String(error) });
}

/** Why a form was not saved. A conflict comes only where the browser has no locks: another tab has saved what this one holds. */
export const savingFailure = (error: unknown): string =>
  error instanceof OutboxConflictError ? t("field.form.elsewhere") : outboxFailure(error);
