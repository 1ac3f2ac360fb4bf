import { useEffect, useState, useSyncExternalStore } from "react";
import { t } from "../../../../generated/web-texts/outbox.ts";
import { countUnsent, hasUnsent } from "../../features/outbox/record-groups.ts";
import { PackButton } from "../../features/rescue/pack-button.tsx";
import { forgetOnPhone } from "../../foundation/phone/clear-phone.ts";
import { findDeletedAccount, noteDeletedAccount, onDeletedAccount } from "../../foundation/phone/deleted-account.ts";
import { listRecords } from "../../outbox/outbox.ts";
import type { OutboxRecord } from "../../outbox/record.ts";
import { forgetAccount } from "../../outbox/saved-records.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { withNames } from "../../ui/verbatim.tsx";

/** Says that the account of this phone was deleted, once and to whoever opens the app next. */
export function DeletedAccountNotice() {
  const account = useSyncExternalStore(onDeletedAccount, findDeletedAccount);
  return account === undefined ? null : <DeletedAccountDialog key={account} account={account} />;
}

/** Offers what waits as a file, then deletes it. Closed without an answer, it comes back at the next start. */
function DeletedAccountDialog({ account }: { account: string }) {
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
