import { useEffect, useState } from "react";
import { Banner } from "../components/banner.tsx";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { withNames } from "../components/verbatim.tsx";
import { countUnsent, hasUnsent } from "../features/outbox/record-groups.ts";
import { PackButton } from "../features/rescue/pack-button.tsx";
import { forgetAccount, listRecords } from "../outbox/outbox.ts";
import type { OutboxRecord } from "../outbox/record.ts";
import { noteDeletedAccount } from "../phone/deleted-account.ts";
import { forgetOnPhone } from "../phone/forget-on-phone.ts";
import { t } from "../texts/outbox.ts";

/** Offers what waits as a file, then deletes it. Closed without an answer, it comes back at the next start. */
export function DeletedAccountDialog({ account }: { account: string }) {
  const [records, setRecords] = useState<readonly OutboxRecord[]>();
  const [isOpen, setIsOpen] = useState(true);
  const [isDeleting, setIsDeleting] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    listRecords(account).then(setRecords, (error: unknown) => {
      console.error(error);
      setRecords([]);
    });
  }, [account]);
  if (!records) return null;
  const unsent = countUnsent(records);
  const isWaiting = hasUnsent(unsent);

  async function clear() {
    try {
      await forgetAccount(account);
      await forgetOnPhone(account, { leaves: true });
      noteDeletedAccount(undefined);
    } catch (error) {
      console.error(error);
      setHasFailed(true);
    }
  }
  return (
    <Dialog
      open={isOpen}
      title={t("outbox.deleted.title")}
      onClose={() => (isWaiting ? setIsOpen(false) : void clear())}
      keepOnOutsideClick
      footer={
        !isWaiting ? (
          <Button tone="next" onClick={() => void clear()}>
            {t("outbox.deleted.ok")}
          </Button>
        ) : isDeleting ? (
          <>
            <Button tone="danger" onClick={() => void clear()}>
              {t("outbox.deleted.sureYes")}
            </Button>
            <Button onClick={() => setIsDeleting(false)}>{t("outbox.leave.back")}</Button>
          </>
        ) : (
          <Button tone="danger" onClick={() => setIsDeleting(true)}>
            {t("outbox.deleted.clear")}
          </Button>
        )
      }
    >
      {isWaiting ? (
        <>
          <p>{withNames((name) => t("outbox.deleted.waiting", { account: name(account) }))}</p>
          <p>
            <strong>{t("outbox.leave.counts", unsent).trim()}</strong>
          </p>
          {unsent.points > 0 ? <PackButton account={account} /> : null}
          {isDeleting ? <p>{t("outbox.leave.sure")}</p> : null}
        </>
      ) : (
        <p>{withNames((name) => t("outbox.deleted.nothing", { account: name(account) }))}</p>
      )}
      {hasFailed ? <Banner tone="danger">{t("outbox.deleted.failed")}</Banner> : null}
    </Dialog>
  );
}
