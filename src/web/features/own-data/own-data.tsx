import Download from "lucide-react/icons/download";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/profile.ts";
import { call } from "../../foundation/api/client.ts";
import { downloadFile } from "../../foundation/api/download-file.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { paths } from "../../foundation/paths.ts";
import { saveFile } from "../../foundation/phone/save-file.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { asTyped } from "../../ui/as-typed.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { announce } from "../../ui/live-region.tsx";
import section from "../../ui/plain-section.module.css";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./own-data.module.css";

type OwnDataProps = {
  username: string;
  /** Undefined until it is known. */
  provider: { isEmbedded: boolean; host: string } | undefined;
  onErased: () => void;
};

/** Downloads and deletes the user's data. */
export function OwnData({ username, provider, onErased }: OwnDataProps) {
  const [isErasing, setIsErasing] = useState(false);
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("profile.data.downloadFailed", { reason }));

  const download = () =>
    run(async () => {
      announce(t("profile.data.downloading"));
      saveFile(await downloadFile("exportAdventurer", { params: { username } }), "cairn-my-data.zip");
      announce(t("profile.data.downloaded"));
    });

  return (
    <section className={section.section} aria-labelledby="own-data">
      <h2 id="own-data">{t("profile.data")}</h2>
      <p className="muted small breaks">{isBusy ? t("profile.data.downloading") : t("profile.data.lead")}</p>
      <Banner tone="danger" onClose={dismiss}>
        {problem}
      </Banner>
      <Button icon={<Download aria-hidden="true" />} busy={isBusy} onClick={() => void download()}>
        {t("profile.data.download")}
      </Button>
      {provider?.isEmbedded ? (
        <a href={`${paths.account}/delete`} className="roomy">
          {t("profile.data.delete")}
        </a>
      ) : null}
      {provider && !provider.isEmbedded ? (
        <>
          <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setIsErasing(true)}>
            {t("profile.erase")}
          </Button>
          <EraseDialog
            open={isErasing}
            username={username}
            host={provider.host}
            onClose={() => setIsErasing(false)}
            onErased={onErased}
          />
        </>
      ) : null}
    </section>
  );
}

type EraseDialogProps = {
  open: boolean;
  username: string;
  /** The host of the identity provider. */
  host: string;
  onClose: () => void;
  onErased: () => void;
};

/** Explains what is deleted, and deletes it after the user has typed their username. */
function EraseDialog({ open, username, host, onClose, onErased }: EraseDialogProps) {
  const [typed, setTyped] = useState("");
  const [deletesUnaccepted, setDeletesUnaccepted] = useState(true);
  const [isErased, setIsErased] = useState(false);
  const action = useAction((reason) => t("profile.erase.failed", { reason }));

  const erase = async () => {
    const body = { username: typed.trim(), deletes_unaccepted: deletesUnaccepted };
    await call("eraseAdventurer", { params: { username }, body });
    setIsErased(true);
  };

  return (
    <ActionDialog
      open={open}
      title={t(isErased ? "profile.erase.done" : "profile.erase")}
      onClose={isErased ? onErased : onClose}
      back={t(isErased ? "profile.erase.done.signOut" : "profile.erase.cancel")}
      act={isErased ? null : t("profile.erase")}
      tone="danger"
      isBlocked={typed.trim() !== username}
      action={action}
      onAct={erase}
    >
      {isErased ? (
        <p>{withNames((name) => t("profile.erase.elsewhere", { host: name(host) }))}</p>
      ) : (
        <>
          <ul className={`stack gap-8 ${styles.terms}`}>
            <li>{t("profile.erase.profile")}</li>
            <li>{t("profile.erase.accepted")}</li>
            <li>{t("profile.erase.photos")}</li>
            <li>{t("profile.erase.messages")}</li>
            <li>{withNames((name) => t("profile.erase.elsewhere", { host: name(host) }))}</li>
          </ul>
          <Choice className={section.choice}>
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
              <input {...control} value={typed} {...asTyped} onChange={(event) => setTyped(event.target.value)} />
            )}
          </Field>
        </>
      )}
    </ActionDialog>
  );
}
