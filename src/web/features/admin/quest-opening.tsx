import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/admin.ts";
import { adminDialogWidthPx } from "../../../contract/desk-limits.ts";
import type { QuestSummary } from "../../../contract/quest-summaries.ts";
import type { Quest } from "../../../contract/quests.ts";
import { call } from "../../foundation/api/client.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FailedState } from "../../ui/message-state.tsx";
import { Loading } from "../../ui/skeleton.tsx";

/** Fetches a quest once, so that it does not change while it is edited. */
export function QuestOpening({
  row: { id, quest_name },
  onOpen,
  onClose,
}: {
  row: QuestSummary;
  onOpen: (quest: Quest) => void;
  onClose: () => void;
}) {
  const [tries, setTries] = useState(1);
  const [hasFailed, setHasFailed] = useState(false);
  const open = useRef(onOpen);
  useEffect(() => {
    open.current = onOpen;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` triggers a retry.
  useEffect(() => {
    let isCurrent = true;
    setHasFailed(false);
    call("getQuest", { params: { id } }).then(
      (quest) => isCurrent && open.current(quest),
      () => isCurrent && setHasFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, tries]);
  return (
    <Dialog open title={quest_name} onClose={onClose} widthPx={adminDialogWidthPx}>
      {hasFailed ? (
        <FailedState message={t("admin.quests.notOpened")} onRetry={() => setTries(tries + 1)} />
      ) : (
        <Loading label={t("admin.quests.opening")} height="26rem" />
      )}
    </Dialog>
  );
}
