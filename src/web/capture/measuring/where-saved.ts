import { t } from "../../../../generated/web-texts/field.ts";
import { isInTab } from "../../outbox/storage.ts";

/** Where a record is saved: `words` tell of this phone. */
export const whereSaved = (localId: string, words: string): string =>
  isInTab(localId) ? t("field.form.savedInTab") : words;
