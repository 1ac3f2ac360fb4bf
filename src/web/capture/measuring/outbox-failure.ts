import { t } from "../../../../generated/web-texts/field.ts";
import { OutboxConflictError } from "../../outbox/outbox.ts";

/** The message for an error of the outbox, whose own screen says more. */
export const outboxFailure = (error: unknown): string =>
  t("field.form.failed", { reason: error instanceof Error ? error.message : String(error) });

/** The message for a form that was not saved. A conflict means that another tab has saved the draft. */
export const savingFailure = (error: unknown): string =>
  error instanceof OutboxConflictError ? t("field.form.elsewhere") : outboxFailure(error);
