import { useState } from "react";
import { t } from "../../../../generated/web-texts/profile.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./own-data.module.css";

type EraseDialogProps = {
  open: boolean;
  username: string;
  /** The host of the identity provider. */
  host: string;
  onClose: () => void;
  onErased: () => void;
};

/** Explains what is deleted, and deletes it after the user has typed their username. */
export function EraseDialog({ open, username, host, onClose, onErased }: EraseDialogProps) {
  const [typed, setTyped] = useState("");
  const [deletesUnaccepted, setDeletesUnaccepted] = useState(true);
  const [isErased, setIsErased] = useState(false);
  const { isBusy, problem, run } = useAction((reason) => t("profile.erase.failed", { reason }));

  const erase = () =>
    run(async () => {
      const body = { username: typed.trim(), deletes_unaccepted: deletesUnaccepted };
      await call("eraseAdventurer", { params: { username }, body });
      setIsErased(true);
    });

  if (isErased) {
    return (
      <Dialog
        open={open}
        title={t("profile.erase.done")}
        onClose={onErased}
        footer={<Button onClick={onErased}>{t("profile.erase.done.signOut")}</Button>}
      >
        <p>{withNames((name) => t("profile.erase.elsewhere", { host: name(host) }))}</p>
      </Dialog>
    );
  }
  return (
    <ActionDialog
      open={open}
      title={t("profile.erase")}
      onClose={onClose}
      back={t("profile.erase.cancel")}
      act={t("profile.erase")}
      tone="danger"
      isBusy={isBusy}
      isBlocked={typed.trim() !== username}
      problem={problem}
      onAct={erase}
    >
      <ul className={styles.terms}>
        <li>{t("profile.erase.profile")}</li>
        <li>{t("profile.erase.accepted")}</li>
        <li>{t("profile.erase.photos")}</li>
        <li>{t("profile.erase.messages")}</li>
        <li>{withNames((name) => t("profile.erase.elsewhere", { host: name(host) }))}</li>
      </ul>
      <Choice className={styles.choice}>
        <input
          type="checkbox"
          checked={deletesUnaccepted}
          onChange={(event) => setDeletesUnaccepted(event.target.checked)}
        />
        <span>{t("profile.erase.unaccepted")}</span>
      </Choice>
      <Field
        label={t("profile.erase.username")}
        hint={withNames((name) => t("profile.erase.username.hint", { username: name(username) }))}
      >
        {(control) => (
          <input
            {...control}
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </ActionDialog>
  );
}
