import type { PersonalToken } from "../../../contract/personal-tokens.ts";
import { call } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { withNames } from "../../components/verbatim.tsx";
import { t } from "../../texts/profile.ts";
import styles from "./access-tokens.module.css";

/** Asks before a program loses its access. */
export function RevokeTokenDialog({
  token: { id, name },
  onClose,
  onRevoked,
}: {
  token: PersonalToken;
  onClose: () => void;
  onRevoked: () => void;
}) {
  const { isBusy, problem, run } = useAction((reason) => t("profile.tokens.revoke.failed", { reason }));
  const revoke = () =>
    run(async () => {
      await call("revokePersonalToken", { params: { id } });
      onRevoked();
    });
  return (
    <Dialog
      open
      title={withNames((by) => t("profile.tokens.revoke.title", { name: by(name) }))}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("profile.tokens.cancel")}</Button>
          <Button tone="danger" busy={isBusy} onClick={() => void revoke()}>
            {t("profile.tokens.revoke")}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <p>{t("profile.tokens.revoke.text")}</p>
      </div>
    </Dialog>
  );
}
