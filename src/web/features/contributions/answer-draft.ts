import type { ContributionDetail } from "../../../contract/contributions.ts";
import type { DraftSource } from "../../capture/measuring/measurement-state.ts";
import { holdDraft } from "../../outbox/draft-locks.ts";
import { answerIdOf, newAnswer } from "../../outbox/new-records.ts";
import { findRecord } from "../../outbox/outbox.ts";
import type { AnswerRecord } from "../../outbox/record.ts";
import { findUnwritten } from "../../outbox/unsaved-edits.ts";

type Asked = Pick<ContributionDetail, "id" | "revision" | "protocol_version"> & { quest: { id: number; name: string } };

/** The draft of an answer to this revision. */
export function answerDraft(
  account: string,
  { id, revision, protocol_version, quest }: Asked,
): DraftSource<AnswerRecord> {
  return {
    highAccuracy: true,
    begin: () => newAnswer(account, quest, { id, revision, protocolVersion: protocol_version ?? 0 }),
    find: async () => {
      const localId = answerIdOf(id, revision);
      if (!(await holdDraft(localId))) return "elsewhere";
      const unwritten = () => findUnwritten(account, []).find((draft) => draft.localId === localId);
      const record = (await findRecord(localId)) ?? unwritten();
      const isDraft = record?.kind === "answer" && record.state === "draft" && record.account === account;
      return isDraft ? record : undefined;
    },
  };
}
