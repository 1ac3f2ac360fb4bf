import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/releases.ts";
import { withdrawalReasonLength } from "../../../contract/desk-limits.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Field } from "../../ui/field.tsx";

type Props = { questId: number; number: number; onClose: () => void; onDone: () => void };

/** Asks for the reason before a release is withdrawn. */
export function WithdrawReleaseDialog({ questId: id, number, onClose, onDone }: Props) {
  const [reason, setReason] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const action = useAction((why) => t("releases.withdraw.failed", { reason: why }));
  const isMissing = reason.trim().length < withdrawalReasonLength.min;
  const withdraw = () => {
    setIsChecked(true);
    if (isMissing) return;
    void action.run(async () => {
      await call("withdrawRelease", { params: { id, number }, body: { reason } });
      onDone();
    });
  };
  return (
    <FormDialog
      title={t("releases.withdraw.title", { number })}
      save={t("releases.desk.withdraw")}
      tone="danger"
      action={action}
      onSave={withdraw}
      onClose={onClose}
    >
      <p>{t("releases.withdraw.text")}</p>
      <Field
        label={t("releases.withdraw.reason")}
        error={isChecked && isMissing ? t("releases.withdraw.reason.missing") : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={reason}
            maxLength={withdrawalReasonLength.max}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** Takes the DOI under which a release was registered elsewhere. */
export function DoiDialog({ questId: id, number, onClose, onDone }: Props) {
  const [doi, setDoi] = useState("");
  const action = useAction((reason) => t("releases.doi.failed", { reason }));
  const save = () =>
    void action.run(async () => {
      await call("setReleaseDoi", { params: { id, number }, body: { doi } });
      onDone();
    });
  return (
    <FormDialog
      title={t("releases.doi.title", { number })}
      save={t("releases.doi.save")}
      tone="primary"
      action={action}
      onSave={save}
      onClose={onClose}
    >
      <p>{t("releases.doi.text")}</p>
      <Field label={t("releases.doi.label")} hint={t("releases.doi.hint")}>
        {(control) => (
          <input
            {...control}
            dir="ltr"
            value={doi}
            autoComplete="off"
            onChange={(event) => setDoi(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function FormDialog({
  title,
  save,
  tone,
  action: { isBusy, problem },
  onSave,
  onClose,
  children,
}: {
  title: string;
  save: string;
  tone: "primary" | "danger";
  action: { isBusy: boolean; problem: string | undefined };
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <ActionDialog
      title={title}
      onClose={onClose}
      keepOnOutsideClick
      back={t("releases.cancel")}
      act={save}
      tone={tone}
      isBusy={isBusy}
      problem={problem}
      form
      onAct={onSave}
    >
      {children}
    </ActionDialog>
  );
}
