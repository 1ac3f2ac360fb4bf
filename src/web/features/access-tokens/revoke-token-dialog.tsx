import type { PersonalToken } from "../../../contract/personal-tokens.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { t } from "../../foundation/texts/profile.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { withNames } from "../../ui/verbatim.tsx";
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
