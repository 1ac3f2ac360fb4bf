import { useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { countUnsent, type Unsent } from "../features/outbox/record-groups.ts";
import { PackButton } from "../features/rescue/pack-button.tsx";
import { forgetArrived } from "../outbox/forget-arrived.ts";
import { forgetAccount, listRecords } from "../outbox/outbox.ts";
import { t } from "../texts/outbox.ts";

/** What the account has on this device that has not arrived; undefined where that is nothing, or cannot be read. */
export async function findUnsent(account: string): Promise<Unsent | undefined> {
  const records = await listRecords(account).catch(() => []);
  const unsent = countUnsent(records);
  return unsent.points + unsent.drafts + unsent.completions > 0 ? unsent : undefined;
}

/** Takes what the account left off this device before it signs out: all of it, or only what has arrived. */
export async function clearForLeaving(account: string, { keepsUnsent }: { keepsUnsent: boolean }): Promise<void> {
  await (keepsUnsent ? forgetArrived(account) : forgetAccount(account));
}

/** Asks what is to become of what has not arrived when its person signs out. */
export function LeaveDialog({
  account,
  unsent,
  onStay,
  onLeave,
}: {
  account: string;
  unsent: Unsent;
  onStay: () => void;
  onLeave: (choice: { keepsUnsent: boolean }) => void;
}) {
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Dialog
      open
      title={t("outbox.leave.title")}
      onClose={onStay}
      footer={
        isDeleting ? (
          <>
            <Button tone="danger" onClick={() => onLeave({ keepsUnsent: false })}>
              {t("outbox.leave.sureYes")}
            </Button>
            <Button onClick={() => setIsDeleting(false)}>{t("outbox.leave.back")}</Button>
          </>
        ) : (
          <>
            <Button tone="danger" onClick={() => setIsDeleting(true)}>
              {t("outbox.leave.delete")}
            </Button>
            <Button onClick={() => onLeave({ keepsUnsent: true })}>{t("outbox.leave.keep")}</Button>
            <Button tone="next" onClick={onStay}>
              {t("outbox.leave.stay")}
            </Button>
          </>
        )
      }
    >
      <p>
        <strong>{t("outbox.leave.counts", unsent).trim()}</strong>
      </p>
      <p>{t(isDeleting ? "outbox.leave.sure" : "outbox.leave.explanation")}</p>
      {unsent.points > 0 ? <PackButton account={account} /> : null}
    </Dialog>
  );
}
