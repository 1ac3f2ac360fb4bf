import { t } from "../../../../generated/web-texts/profile.ts";
import type { PersonalToken } from "../../../contract/personal-tokens.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { withNames } from "../../ui/verbatim.tsx";

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
    <ActionDialog
      title={withNames((by) => t("profile.tokens.revoke.title", { name: by(name) }))}
      onClose={onClose}
      back={t("profile.tokens.cancel")}
      act={t("profile.tokens.revoke")}
      tone="danger"
      isBusy={isBusy}
      problem={problem}
      onAct={revoke}
    >
      <p>{t("profile.tokens.revoke.text")}</p>
    </ActionDialog>
  );
}
