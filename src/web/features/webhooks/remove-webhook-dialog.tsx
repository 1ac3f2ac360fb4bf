import type { Webhook } from "../../../contract/webhooks.ts";
import { call } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { withNames } from "../../components/verbatim.tsx";
import { t } from "../../texts/webhooks.ts";
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
