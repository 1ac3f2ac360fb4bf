import { t } from "../../../../generated/web-texts/webhooks.ts";
import type { Webhook } from "../../../contract/webhooks.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { withNames } from "../../ui/verbatim.tsx";

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
    <ActionDialog
      title={t("webhooks.remove.title")}
      onClose={onClose}
      back={t("webhooks.cancel")}
      act={t("webhooks.remove")}
      tone="danger"
      isBusy={isBusy}
      problem={problem}
      onAct={remove}
    >
      <p className="breaks">{withNames((name) => t("webhooks.remove.text", { address: name(address) }))}</p>
    </ActionDialog>
  );
}
