import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/outbox.ts";
import { countUnsent, hasUnsent, type Unsent } from "../../features/outbox/record-groups.ts";
import { PackButton } from "../../features/rescue/pack-button.tsx";
import type { Auth } from "../../foundation/auth/auth-context.ts";
import { pendingTexts } from "../../foundation/texts/area-texts.ts";
import { listRecords } from "../../outbox/outbox.ts";
import { forgetAccount, forgetArrived } from "../../outbox/saved-records.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** Signs out, after asking what to do with undelivered records. `show` displays the question. */
export async function leave(
  { username: account = "", signOut }: Pick<Auth, "username" | "signOut">,
  show: (question: ReactNode) => void,
): Promise<void> {
  // Unreadable records are not deleted.
  const records = await listRecords(account).catch(() => undefined);
  if (!records) return signOut();
  const go = async ({ keepsUnsent }: { keepsUnsent: boolean }) => {
    show(null);
    await (keepsUnsent ? forgetArrived(account) : forgetAccount(account)).catch((error: unknown) =>
      console.error(error),
    );
    await signOut();
  };
  const unsent = countUnsent(records);
  if (!hasUnsent(unsent)) return go({ keepsUnsent: false });
  await pendingTexts();
  show(
    <LeaveDialog account={account} unsent={unsent} onStay={() => show(null)} onLeave={(choice) => void go(choice)} />,
  );
}

/** Asks what to do with undelivered records. */
function LeaveDialog({
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
