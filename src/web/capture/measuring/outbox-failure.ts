import { t } from "../../../../generated/web-texts/field.ts";
import { DatabaseUnavailableError } from "../../foundation/database.ts";
import { OutboxConflictError } from "../../outbox/outbox.ts";
import { OutboxFullError } from "../../outbox/storage.ts";

/** The message for an error of the outbox, whose own screen says more. */
export function outboxFailure(error: unknown): string {
  if (error instanceof OutboxFullError) return t("field.form.full");
  if (error instanceof DatabaseUnavailableError)
    return t(error.reason === "none" ? "field.form.unavailable" : "field.form.stuck");
  return t("field.form.failed", { reason: error instanceof Error ? error.message : String(error) });
}

/** The message for a form that was not saved. A conflict means that another tab has saved the draft. */
export const savingFailure = (error: unknown): string =>
  error instanceof OutboxConflictError ? t("field.form.elsewhere") : outboxFailure(error);
