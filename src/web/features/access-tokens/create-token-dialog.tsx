import { useState } from "react";
import { t } from "../../../../generated/web-texts/profile.ts";
import { personalTokenNameLength } from "../../../contract/desk-limits.ts";
import { type TokenScope, tokenScopes } from "../../../contract/roles.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { localIso } from "../../foundation/clock/local-iso.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { formatDate } from "../../ui/dates.ts";
import { Choice, Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ShownOnceDialog } from "../../ui/shown-once-dialog.tsx";
import styles from "./access-tokens.module.css";

const dayMs = 86_400_000;
const lives = ["7", "30", "90", "180", "365"] as const;
type Life = (typeof lives)[number];

const endOf = (days: Life) => new Date(Date.now() + Number(days) * dayMs);

/** Makes a token, and shows it once. */
export function CreateTokenDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
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
        <legend>{t("profile.tokens.new.scope")}</legend>
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
