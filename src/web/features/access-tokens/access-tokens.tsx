import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/profile.ts";
import { personalTokenNameLength } from "../../../contract/desk-limits.ts";
import type { PersonalToken } from "../../../contract/personal-tokens.ts";
import { type TokenScope, tokenScopes } from "../../../contract/roles.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { localIso } from "../../foundation/clock/local-iso.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDate, formatMoment } from "../../ui/dates.ts";
import { Choice, Field } from "../../ui/field.tsx";
import { announce } from "../../ui/live-region.tsx";
import section from "../../ui/plain-section.module.css";
import { SelectField } from "../../ui/select-field.tsx";
import { ShownOnceDialog } from "../../ui/shown-once-dialog.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./access-tokens.module.css";

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
    <section className={section.section} aria-labelledby="access-tokens">
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
        <Loading height="6rem" />
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
    <li className="stack start">
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

/** Asks before a program loses its access. */
function RevokeTokenDialog({
  token: { id, name },
  onClose,
  onRevoked,
}: {
  token: PersonalToken;
  onClose: () => void;
  onRevoked: () => void;
}) {
  const action = useAction((reason) => t("profile.tokens.revoke.failed", { reason }));
  const revoke = async () => {
    await call("revokePersonalToken", { params: { id } });
    onRevoked();
  };
  return (
    <ActionDialog
      title={withNames((by) => t("profile.tokens.revoke.title", { name: by(name) }))}
      onClose={onClose}
      back={t("profile.tokens.cancel")}
      act={t("profile.tokens.revoke")}
      tone="danger"
      action={action}
      onAct={revoke}
    >
      <p>{t("profile.tokens.revoke.text")}</p>
    </ActionDialog>
  );
}

const dayMs = 86_400_000;
const lives = ["7", "30", "90", "180", "365"] as const;
type Life = (typeof lives)[number];

const endOf = (days: Life) => new Date(Date.now() + Number(days) * dayMs);

/** Makes a token, and shows it once. */
function CreateTokenDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<TokenScope>("read");
  const [days, setDays] = useState<Life>("90");
  const [token, setToken] = useState<string>();
  const { isBusy, problem, run } = useAction((reason) => t("profile.tokens.new.failed", { reason }));
  const typed = name.trim();

  function submit() {
    if (typed === "") return;
    void run(async () => {
      const body = { name: typed, scope, expires_at: endOf(days).toISOString() };
      setToken((await call("createPersonalToken", { body })).token);
      onCreated();
    });
  }

  if (token !== undefined) return <MadeToken token={token} onClose={onClose} />;
  return (
    <ActionDialog
      title={t("profile.tokens.new")}
      onClose={onClose}
      keepOnOutsideClick={typed !== ""}
      back={t("profile.tokens.cancel")}
      act={t("profile.tokens.new.create")}
      isBusy={isBusy}
      isBlocked={typed === ""}
      problem={problem}
      form
      onAct={submit}
    >
      <Field label={t("profile.tokens.new.name")} hint={t("profile.tokens.new.name.hint")}>
        {(control) => (
          <input
            {...control}
            type="text"
            value={name}
            maxLength={personalTokenNameLength.max}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset className={`stack ${styles.scopes}`}>
        <legend className="strong">{t("profile.tokens.new.scope")}</legend>
        {tokenScopes.map((each) => (
          <Choice key={each}>
            <input type="radio" name="scope" checked={scope === each} onChange={() => setScope(each)} />
            {t(`profile.tokens.new.scope.${each}`)}
          </Choice>
        ))}
      </fieldset>
      <SelectField
        label={t("profile.tokens.new.until")}
        value={days}
        options={lives.map((each) => [each, describeLife(each)])}
        onChoose={(chosen) => chosen !== "" && setDays(chosen)}
      />
      <p className="muted small breaks">{t("profile.tokens.new.roles")}</p>
    </ActionDialog>
  );
}

const describeLife = (days: Life) =>
  t("profile.tokens.new.days", { count: Number(days), day: formatDate(localIso(endOf(days))) });

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const words = {
    title: t("profile.tokens.made"),
    lead: t("profile.tokens.made.lead"),
    label: t("profile.tokens.made.label"),
    hint: t("profile.tokens.made.hint"),
    copy: t("profile.tokens.made.copy"),
    copied: t("profile.tokens.made.copied"),
    copyYourself: t("profile.tokens.made.copyYourself"),
    done: t("profile.tokens.made.done"),
  };
  return <ShownOnceDialog secret={token} words={words} onClose={onClose} />;
}
