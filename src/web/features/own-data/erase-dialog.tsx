import { useState } from "react";
import { sentenceOf } from "../../api/api-error.ts";
import { call } from "../../api/client.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Choice, Field } from "../../components/field.tsx";
import { t } from "../../texts/profile.ts";
import styles from "./own-data.module.css";

type EraseDialogProps = {
  open: boolean;
  username: string;
  /** Where the account is kept. */
  host: string;
  onClose: () => void;
  onErased: () => void;
};

/** Says what deleting one's data means, and does it for whoever types their username. */
export function EraseDialog({ open, username, host, onClose, onErased }: EraseDialogProps) {
  const [typed, setTyped] = useState("");
  const [deletesUnaccepted, setDeletesUnaccepted] = useState(true);
  const [state, setState] = useState<"asking" | "erasing" | "erased">("asking");
  const [problem, setProblem] = useState<string>();

  async function erase() {
    setState("erasing");
    setProblem(undefined);
    try {
      await call("eraseAdventurer", {
        params: { username },
        body: { username: typed.trim(), deletes_unaccepted: deletesUnaccepted },
      });
      setState("erased");
    } catch (error) {
      setProblem(t("profile.erase.failed", { reason: sentenceOf(error) }));
      setState("asking");
    }
  }

  if (state === "erased") {
    return (
      <Dialog
        open={open}
        title={t("profile.erase.done")}
        onClose={onErased}
        footer={<Button onClick={onErased}>{t("profile.erase.done.signOut")}</Button>}
      >
        <p>{t("profile.erase.elsewhere", { host })}</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      title={t("profile.erase")}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={state === "erasing"}>
            {t("profile.erase.cancel")}
          </Button>
          <Button
            tone="danger"
            busy={state === "erasing"}
            disabled={typed.trim() !== username}
            onClick={() => void erase()}
          >
            {t("profile.erase")}
          </Button>
        </>
      }
    >
      <ul className={styles.terms}>
        <li>{t("profile.erase.profile")}</li>
        <li>{t("profile.erase.accepted")}</li>
        <li>{t("profile.erase.photos")}</li>
        <li>{t("profile.erase.messages")}</li>
        <li>{t("profile.erase.elsewhere", { host })}</li>
      </ul>
      <Choice className={styles.choice}>
        <input
          type="checkbox"
          checked={deletesUnaccepted}
          onChange={(event) => setDeletesUnaccepted(event.target.checked)}
        />
        <span>{t("profile.erase.unaccepted")}</span>
      </Choice>
      <Field label={t("profile.erase.username")} hint={t("profile.erase.username.hint", { username })}>
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
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
    </Dialog>
  );
}
