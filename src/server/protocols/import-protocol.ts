import pLimit from "p-limit";
import type { ImportedProtocol } from "../../contract/protocols.ts";
import type { ReportMessage } from "../../protocol/xlsform/report.ts";
import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { validationSaying } from "../../texts/validation-sayings.ts";
import type { UnreadForm } from "../http/read-form-parts.ts";
import { readFormApart } from "./form-reader.ts";
import { receiveWorkbook } from "./receive-workbook.ts";

/** One workbook at a time, to limit memory. */
const oneAtATime = pLimit(1);

/**
 * Converts an XLSForm and reports what can't be converted. Stores nothing.
 * @throws DomainError as `receiveWorkbook` and `readFormApart`
 */
export async function importProtocol(form: UnreadForm, { t, say }: Texts): Promise<ImportedProtocol> {
  const bytes = await receiveWorkbook(form);
  const words = { other: t("xlsform.words.other"), specifyOther: t("xlsform.words.specifyOther") };
  const { protocol, report } = await oneAtATime(() => readFormApart({ bytes, words }));
  return {
    protocol: protocol as ImportedProtocol["protocol"],
    report: report.map(({ message, ...line }) => ({ ...line, message: say(sayingOf(message)) })),
  };
}

function sayingOf(message: ReportMessage): Saying {
  return "issue" in message ? validationSaying(message.issue) : message;
}
