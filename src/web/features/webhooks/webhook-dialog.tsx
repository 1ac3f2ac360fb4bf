import { type ReactNode, useId, useState } from "react";
import { t } from "../../../../generated/web-texts/webhooks.ts";
import { type WebhookEvent, webhookEvents } from "../../../contract/desk-enums.ts";
import { webAddressLength } from "../../../contract/desk-limits.ts";
import type { NewWebhook, Webhook } from "../../../contract/webhooks.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { ShownOnceDialog } from "../../ui/shown-once-dialog.tsx";
import styles from "./webhooks.module.css";

/** Adds a webhook, and shows its secret once. */
export function CreateWebhookDialog({
  questId: id,
  onClose,
  onCreated,
}: {
  questId: number;
  onClose: () => void;
  onCreated: () => void;
}) {
  const [secret, setSecret] = useState<string>();
  const action = useAction((reason) => t("webhooks.create.failed", { reason }));
  const form = useWebhookForm({ address: "", events: webhookEvents });
  const create = (body: NewWebhook) =>
    action.run(async () => {
      setSecret((await call("createWebhook", { params: { id }, body })).secret);
      onCreated();
    });
  if (secret !== undefined) return <MadeWebhookDialog secret={secret} onClose={onClose} />;
  return (
    <WebhookDialog
      title={t("webhooks.add")}
      save={t("webhooks.create")}
      form={form}
      action={action}
      onSave={(body) => void create(body)}
      onClose={onClose}
    />
  );
}

export function ChangeWebhookDialog({
  questId,
  webhook,
  onClose,
  onChanged,
}: {
  questId: number;
  webhook: Webhook;
  onClose: () => void;
  onChanged: () => void;
}) {
  const [on, setOn] = useState(webhook.off === null);
  const action = useAction((reason) => t("webhooks.change.failed", { reason }));
  const form = useWebhookForm(webhook);
  const change = (body: NewWebhook) =>
    action.run(async () => {
      await call("changeWebhook", { params: { id: questId, webhook: webhook.id }, body: { ...body, on } });
      onChanged();
    });
  return (
    <WebhookDialog
      title={t("webhooks.change.title")}
      save={t("webhooks.change.save")}
      form={form}
      action={action}
      onSave={(body) => void change(body)}
      onClose={onClose}
    >
      <Choice hint={t("webhooks.change.on.hint")}>
        <input type="checkbox" checked={on} onChange={(event) => setOn(event.currentTarget.checked)} />
        {t("webhooks.change.on")}
      </Choice>
    </WebhookDialog>
  );
}

type Form = ReturnType<typeof useWebhookForm>;

function useWebhookForm(given: { address: string; events: readonly WebhookEvent[] }) {
  const [address, setAddress] = useState(given.address);
  const [events, setEvents] = useState<ReadonlySet<WebhookEvent>>(new Set(given.events));
  const [isChecked, setIsChecked] = useState(false);
  return {
    address,
    setAddress,
    events,
    toggle: (event: WebhookEvent) =>
      setEvents((former) => new Set(webhookEvents.filter((each) => former.has(each) !== (each === event)))),
    isBegun: address !== given.address,
    problems: {
      address: isChecked && address.trim() === "" ? t("webhooks.address.missing") : undefined,
      events: isChecked && events.size === 0 ? t("webhooks.events.missing") : undefined,
    },
    /** What was entered, if it is whole. */
    check(): NewWebhook | undefined {
      setIsChecked(true);
      const typed = address.trim();
      return typed === "" || events.size === 0 ? undefined : { address: typed, events: [...events] };
    },
  };
}

function WebhookDialog({
  title,
  save,
  form,
  action: { isBusy, problem },
  onSave,
  onClose,
  children,
}: {
  title: string;
  save: string;
  form: Form;
  action: { isBusy: boolean; problem: string | undefined };
  onSave: (body: NewWebhook) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const errorId = useId();
  function submit() {
    const body = form.check();
    if (body) onSave(body);
  }
  return (
    <ActionDialog
      title={title}
      onClose={onClose}
      keepOnOutsideClick={form.isBegun}
      back={t("webhooks.cancel")}
      act={save}
      isBusy={isBusy}
      problem={problem}
      form
      onAct={submit}
    >
      <Field label={t("webhooks.address")} hint={t("webhooks.address.hint")} error={form.problems.address}>
        {(control) => (
          <input
            {...control}
            type="url"
            dir="ltr"
            value={form.address}
            maxLength={webAddressLength}
            autoComplete="off"
            onChange={(event) => form.setAddress(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset className={`stack ${styles.events}`} aria-describedby={errorId}>
        <legend className="strong">{t("webhooks.events")}</legend>
        {webhookEvents.map((each) => (
          <Choice key={each}>
            <input type="checkbox" checked={form.events.has(each)} onChange={() => form.toggle(each)} />
            {t(`webhooks.event.${each}`)}
          </Choice>
        ))}
        <p id={errorId} className="danger small" aria-live="polite">
          {form.problems.events}
        </p>
      </fieldset>
      {children}
    </ActionDialog>
  );
}

function MadeWebhookDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const words = {
    title: t("webhooks.made"),
    lead: t("webhooks.made.lead"),
    label: t("webhooks.made.label"),
    hint: t("webhooks.made.hint"),
    copy: t("webhooks.made.copy"),
    copied: t("webhooks.made.copied"),
    copyYourself: t("webhooks.made.copyYourself"),
    done: t("webhooks.made.done"),
  };
  return <ShownOnceDialog secret={secret} words={words} onClose={onClose} />;
}
