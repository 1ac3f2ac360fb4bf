import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/profile.ts";
import type { PersonalToken } from "../../../contract/personal-tokens.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { announce } from "../../ui/live-region.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import styles from "./access-tokens.module.css";
import { CreateTokenDialog } from "./create-token-dialog.tsx";
import { RevokeTokenDialog } from "./revoke-token-dialog.tsx";

type OpenDialog = { kind: "create" } | { kind: "revoke"; token: PersonalToken };

/** The user's tokens for programs. */
export function AccessTokens() {
  const { data: tokens, error, mutate } = useCall("listPersonalTokens", {});
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const revoke = (token: PersonalToken) => setDialog({ kind: "revoke", token });

  const onRevoked = () => {
    close();
    announce(t("profile.tokens.revoked"));
    void mutate();
  };

  return (
    <section className={styles.tokens} aria-labelledby="access-tokens">
      <h2 id="access-tokens">{t("profile.tokens")}</h2>
      {tokens ? (
        <>
          <p className="muted small breaks">{t("profile.tokens.lead")}</p>
          {tokens.length === 0 ? null : (
            <ul className={`stack gap-16 wide ${styles.list}`}>
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={revoke} />
              ))}
            </ul>
          )}
          <Button icon={<Plus aria-hidden="true" />} onClick={() => setDialog({ kind: "create" })}>
            {t("profile.tokens.create")}
          </Button>
        </>
      ) : error ? (
        <>
          <p className="muted small breaks">{t("profile.tokens.failed")}</p>
          <Button small onClick={() => void mutate()}>
            {t("app.tryAgain")}
          </Button>
        </>
      ) : (
        <Loading height="5rem" />
      )}
      {dialog?.kind === "create" ? <CreateTokenDialog onClose={close} onCreated={() => void mutate()} /> : null}
      {dialog?.kind === "revoke" ? (
        <RevokeTokenDialog token={dialog.token} onClose={close} onRevoked={onRevoked} />
      ) : null}
    </section>
  );
}

function TokenRow({ token, onRevoke }: { token: PersonalToken; onRevoke: (token: PersonalToken) => void }) {
  const { name, scope, expires_at: expiresAt, last_used_at: lastUsedAt } = token;
  const end = Date.parse(expiresAt) > Date.now() ? "profile.tokens.expires" : "profile.tokens.expired";
  return (
    <li>
      <span className="strong" translate="no">
        {name}
      </span>
      <span>{t(`profile.tokens.scope.${scope}`)}</span>
      <span className="muted small breaks">{t(end, { moment: formatMoment(expiresAt) })}</span>
      <span className="muted small breaks">
        {lastUsedAt ? t("profile.tokens.used", { moment: formatMoment(lastUsedAt) }) : t("profile.tokens.unused")}
      </span>
      <Button small aria-label={t("profile.tokens.revokeOf", { name })} onClick={() => onRevoke(token)}>
        {t("profile.tokens.revoke")}
      </Button>
    </li>
  );
}
