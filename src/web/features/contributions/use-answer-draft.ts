import { useMemo, useState } from "react";
import type { ContributionDetail } from "../../../contract/contributions.ts";
import { type DraftInHand, useDraft } from "../../measuring/use-draft.ts";
import { holdDraft } from "../../outbox/draft-locks.ts";
import { findUnwritten } from "../../outbox/last-words.ts";
import { answerIdOf, newAnswer } from "../../outbox/new-records.ts";
import { findRecord } from "../../outbox/outbox.ts";
import type { AnswerRecord } from "../../outbox/record.ts";

/** The draft of the answer to what was asked of this revision; `isElsewhere`: another tab has it. */
export function useAnswerDraft(
  account: string,
  { id, revision, quest, protocol_version }: ContributionDetail,
): { inHand: DraftInHand<AnswerRecord>; isElsewhere: boolean } {
  const [isElsewhere, setIsElsewhere] = useState(false);
  const { id: questId, quest_name: name } = quest;
  const source = useMemo(
    () => ({
      begin: () => newAnswer(account, { id: questId, name }, { id, revision, protocolVersion: protocol_version ?? 0 }),
      find: async () => {
        const localId = answerIdOf(id, revision);
        const isMine = await holdDraft(localId);
        setIsElsewhere(!isMine);
        const unwritten = () => findUnwritten(account, []).find((draft) => draft.localId === localId);
        const record = (await findRecord(localId)) ?? unwritten();
        const isDraft = record?.kind === "answer" && record.state === "draft" && record.account === account;
        return isMine && isDraft ? record : undefined;
      },
    }),
    [account, id, revision, questId, name, protocol_version],
  );
  return { inHand: useDraft(source), isElsewhere };
}
