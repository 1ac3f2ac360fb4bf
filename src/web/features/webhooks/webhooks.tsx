import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/webhooks.ts";
import type { Webhook } from "../../../contract/webhooks.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Fetched } from "../../ui/fetched.tsx";
import { announce } from "../../ui/live-region.tsx";
import { Pill } from "../../ui/pill.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { DeliveriesDialog } from "./deliveries-dialog.tsx";
import { ChangeWebhookDialog, CreateWebhookDialog } from "./webhook-dialog.tsx";

type OpenDialog = { kind: "create" } | { kind: "change" | "remove" | "deliveries"; webhook: Webhook };

/** The addresses that are told what happens in a quest, for those who may edit it. */
export function Webhooks({ questId }: { questId: number }) {
  const { data: webhooks, error, mutate } = useCall("listWebhooks", { params: { id: questId } });
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const done = (notice: string) => {
    close();
    announce(notice);
    void mutate();
  };
  return (
    <>
      <p className="muted">{t("webhooks.lead")}</p>
      <Fetched items={webhooks} error={error} onRetry={() => void mutate()} empty={t("webhooks.none")}>
        {(items) => (
          <DataTable
            label={t("webhooks.table")}
            rows={items}
            rowKey={({ id }) => id}
            columns={[
              {
                key: "address",
                label: t("webhooks.address"),
                kind: "name",
                isVerbatim: true,
                cell: ({ address }) => address,
              },
              { key: "events", label: t("webhooks.events"), cell: EventNames },
              { key: "state", label: t("webhooks.state"), cell: State },
              {
                key: "actions",
                label: t("webhooks.actions"),
                kind: "action",
                cell: (webhook) => <Actions webhook={webhook} onOpen={(kind) => setDialog({ kind, webhook })} />,
              },
            ]}
          />
        )}
      </Fetched>
      {webhooks ? (
        <div>
          <Button icon={<Plus aria-hidden="true" />} onClick={() => setDialog({ kind: "create" })}>
            {t("webhooks.add")}
          </Button>
        </div>
      ) : null}
      {dialog?.kind === "create" ? (
        <CreateWebhookDialog questId={questId} onClose={close} onCreated={() => void mutate()} />
      ) : null}
      {dialog?.kind === "change" ? (
        <ChangeWebhookDialog
          questId={questId}
          webhook={dialog.webhook}
          onClose={close}
          onChanged={() => done(t("webhooks.changed"))}
        />
      ) : null}
      {dialog?.kind === "remove" ? (
        <RemoveWebhookDialog
          questId={questId}
          webhook={dialog.webhook}
          onClose={close}
          onRemoved={() => done(t("webhooks.removed"))}
        />
      ) : null}
      {dialog?.kind === "deliveries" ? (
        <DeliveriesDialog
          questId={questId}
          webhook={dialog.webhook}
          onClose={() => {
            close();
            void mutate();
          }}
        />
      ) : null}
    </>
  );
}

function Actions({
  webhook: { address },
  onOpen,
}: {
  webhook: Webhook;
  onOpen: (kind: "change" | "remove" | "deliveries") => void;
}) {
  return (
    <div className="cluster gap-8">
      <Button small aria-label={t("webhooks.deliveriesOf", { address })} onClick={() => onOpen("deliveries")}>
        {t("webhooks.deliveries")}
      </Button>
      <Button small aria-label={t("webhooks.changeOf", { address })} onClick={() => onOpen("change")}>
        {t("webhooks.change")}
      </Button>
      <Button small aria-label={t("webhooks.removeOf", { address })} onClick={() => onOpen("remove")}>
        {t("webhooks.remove")}
      </Button>
    </div>
  );
}

function EventNames({ events }: Webhook) {
  return (
    <ul className="stack">
      {events.map((event) => (
        <li key={event}>{t(`webhooks.event.${event}`)}</li>
      ))}
    </ul>
  );
}

function State(webhook: Webhook) {
  const { off, failing_since: failingSince } = webhook;
  return (
    <div className="stack start gap-4">
      {off ? (
        <Pill>{t("webhooks.state.off")}</Pill>
      ) : failingSince ? (
        <Pill tone="danger">{t("webhooks.state.failing")}</Pill>
      ) : (
        <Pill tone="ok">{t("webhooks.state.on")}</Pill>
      )}
      <span className="muted small">{explain(webhook)}</span>
    </div>
  );
}

function explain({ off, failing_since: failingSince, last_delivered_at: lastAt }: Webhook): string {
  if (off) return t(`webhooks.state.off.${off.reason}`, { moment: formatMoment(off.at) });
  if (failingSince) return t("webhooks.state.failingSince", { moment: formatMoment(failingSince) });
  return lastAt ? t("webhooks.state.delivered", { moment: formatMoment(lastAt) }) : t("webhooks.state.fresh");
}

/** Asks before a webhook is removed with its deliveries. */
function RemoveWebhookDialog({
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
  const action = useAction((reason) => t("webhooks.remove.failed", { reason }));
  const remove = async () => {
    await call("deleteWebhook", { params: { id: questId, webhook: id } });
    onRemoved();
  };
  return (
    <ActionDialog
      title={t("webhooks.remove.title")}
      onClose={onClose}
      back={t("webhooks.cancel")}
      act={t("webhooks.remove")}
      tone="danger"
      action={action}
      onAct={remove}
    >
      <p className="breaks">{withNames((name) => t("webhooks.remove.text", { address: name(address) }))}</p>
    </ActionDialog>
  );
}
