import RotateCw from "lucide-react/icons/rotate-cw";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/webhooks.ts";
import type { Webhook, WebhookDelivery } from "../../../contract/webhooks.ts";
import { call } from "../../foundation/api/client.ts";
import { rowsPerPart, useListInParts } from "../../foundation/api/list-parts.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { FetchedInParts } from "../../ui/fetched.tsx";
import { Instant } from "../../ui/instant.tsx";
import { announce } from "../../ui/live-region.tsx";
import { Pill } from "../../ui/pill.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./webhooks.module.css";

const toneOf = { waiting: "warning", delivered: "ok", failed: "danger" } as const;

const columns = (): Column<WebhookDelivery>[] => [
  {
    key: "event",
    label: t("webhooks.delivery.event"),
    kind: "name",
    cell: ({ event }) => t(`webhooks.event.${event}`),
  },
  {
    key: "when",
    label: t("webhooks.delivery.when"),
    cell: ({ occurred_at: occurredAt }) => <Instant of={occurredAt} />,
  },
  {
    key: "state",
    label: t("webhooks.delivery.state"),
    cell: ({ state }) => <Pill tone={toneOf[state]}>{t(`webhooks.delivery.state.${state}`)}</Pill>,
  },
  { key: "attempts", label: t("webhooks.delivery.attempts"), kind: "number", cell: ({ attempts }) => attempts },
  { key: "answer", label: t("webhooks.delivery.answer"), cell: answerOf },
  {
    key: "next",
    label: t("webhooks.delivery.next"),
    cell: ({ next_attempt_at: nextAt }) => (nextAt ? <Instant of={nextAt} /> : t("webhooks.delivery.next.none")),
  },
];

/** What a webhook was told, and what it answered. */
export function DeliveriesDialog({
  questId,
  webhook,
  onClose,
}: {
  questId: number;
  webhook: Webhook;
  onClose: () => void;
}) {
  const list = useListInParts("listWebhookDeliveries", {
    params: { id: questId, webhook: webhook.id },
    query: { limit: rowsPerPart },
  });
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("webhooks.delivery.again.failed", { reason }));
  const [sending, setSending] = useState<number>();
  const sendAgain = (delivery: number) => {
    setSending(delivery);
    void run(async () => {
      await call("sendWebhookAgain", { params: { id: questId, webhook: webhook.id, delivery } });
      announce(t("webhooks.delivery.again.queued"));
      await list.reload();
    });
  };
  return (
    <ActionDialog
      title={withNames((name) => t("webhooks.deliveriesOf", { address: name(webhook.address) }))}
      onClose={onClose}
      widthPx={1100}
      className={styles.deliveries}
      back={t("webhooks.close")}
      act={t("webhooks.deliveries.refresh")}
      tone="quiet"
      icon={<RotateCw aria-hidden="true" />}
      onAct={list.reload}
      problem={problem}
      onDismiss={dismiss}
    >
      <p className="muted">{t("webhooks.deliveries.lead")}</p>
      <FetchedInParts list={list} empty={t("webhooks.deliveries.none")}>
        {(deliveries) => (
          <DataTable
            label={t("webhooks.deliveries")}
            rows={deliveries}
            rowKey={({ id }) => id}
            columns={[
              ...columns(),
              {
                key: "actions",
                label: t("webhooks.actions"),
                kind: "action",
                cell: ({ id, event, occurred_at: occurredAt }) =>
                  webhook.off ? null : (
                    <Button
                      small
                      busy={isBusy && sending === id}
                      aria-label={t("webhooks.delivery.againOf", {
                        event: t(`webhooks.event.${event}`),
                        moment: formatMoment(occurredAt),
                      })}
                      onClick={() => sendAgain(id)}
                    >
                      {t("webhooks.delivery.again")}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </FetchedInParts>
    </ActionDialog>
  );
}

function answerOf({ last_status: status, last_failure: failure }: WebhookDelivery): string {
  if (failure === "redirected") return t("webhooks.delivery.answer.redirected", { status: status ?? 0 });
  if (status !== null) return t("webhooks.delivery.answer.status", { status });
  if (failure === null || failure === "status") return t("webhooks.delivery.answer.none");
  return t(`webhooks.delivery.answer.${failure}`);
}
