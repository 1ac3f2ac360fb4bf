import type { Webhook } from "../../../contract/webhooks.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { t } from "../../foundation/texts/webhooks.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./webhooks.module.css";

/** Asks before a webhook is removed with its deliveries. */
export function RemoveWebhookDialog({
  questId,
  webhook: { id, address },
  onClose,
  onRemoved,
}: {
  questId: number;
  webhook: Webhook;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const { isBusy, problem, run } = useAction((reason) => t("webhooks.remove.failed", { reason }));
  const remove = () =>
    run(async () => {
      await call("deleteWebhook", { params: { id: questId, webhook: id } });
      onRemoved();
    });
  return (
    <Dialog
      open
      title={t("webhooks.remove.title")}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("webhooks.cancel")}</Button>
          <Button tone="danger" busy={isBusy} onClick={() => void remove()}>
            {t("webhooks.remove")}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <p className={styles.words}>{withNames((name) => t("webhooks.remove.text", { address: name(address) }))}</p>
      </div>
    </Dialog>
  );
}
