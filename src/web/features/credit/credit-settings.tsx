import { type FormEvent, useState } from "react";
import { t } from "../../../../generated/web-texts/profile.ts";
import type { Credit } from "../../../contract/credit.ts";
import { creditKinds } from "../../../contract/desk-enums.ts";
import { creditNameLength } from "../../../contract/desk-limits.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { announce } from "../../ui/live-region.tsx";
import section from "../../ui/plain-section.module.css";
import { Loading } from "../../ui/skeleton.tsx";
import { withNames } from "../../ui/verbatim.tsx";

/** How the volunteer is named in public results. */
export function CreditSettings({ username }: { username: string }) {
  const { data: credit, error, mutate } = useCall("getCredit", {});
  return (
    <section className={section.section} aria-labelledby="own-credit">
      <h2 id="own-credit">{t("profile.credit")}</h2>
      {credit ? (
        <CreditForm
          username={username}
          credit={credit}
          onSave={async (wanted) => {
            await mutate(await call("setCredit", { body: wanted }), { revalidate: false });
          }}
        />
      ) : error ? (
        <>
          <p className="muted small breaks">{t("profile.credit.unknown")}</p>
          <Button small onClick={() => void mutate()}>
            {t("app.tryAgain")}
          </Button>
        </>
      ) : (
        <Loading height="25rem" />
      )}
    </section>
  );
}

type CreditFormProps = { username: string; credit: Credit; onSave: (wanted: Credit) => Promise<void> };

function CreditForm({ username, credit, onSave }: CreditFormProps) {
  const [kind, setKind] = useState<Credit["credit"]>(credit.credit);
  const [name, setName] = useState(credit.name ?? "");
  const [isNameMissing, setIsNameMissing] = useState(false);
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("profile.credit.failed", { reason }));

  const save = (event: FormEvent) => {
    event.preventDefault();
    const isMissing = kind === "name" && name.trim() === "";
    setIsNameMissing(isMissing);
    if (isMissing) return;
    void run(async () => {
      await onSave(kind === "name" ? { credit: kind, name: name.trim() } : { credit: kind });
      announce(t("profile.credit.saved"));
    });
  };

  return (
    <form className="stack gap-12 wide" noValidate onSubmit={save}>
      <p className="muted small breaks">{t("profile.credit.lead")}</p>
      <p className="muted small breaks">{t("profile.credit.lessons")}</p>
      <fieldset className="breaks">
        <legend className="visually-hidden">{t("profile.credit")}</legend>
        {creditKinds.map((each) => (
          <Choice key={each} className={section.choice}>
            <input type="radio" name="credit" checked={kind === each} onChange={() => setKind(each)} />
            <span>
              {each === "username"
                ? withNames((by) => t("profile.credit.username", { username: by(username) }))
                : t(`profile.credit.${each}`)}
            </span>
          </Choice>
        ))}
      </fieldset>
      {kind === "name" ? (
        <Field
          label={t("profile.credit.name.label")}
          required
          error={isNameMissing ? t("profile.credit.name.missing") : undefined}
        >
          {(control) => (
            <input
              {...control}
              value={name}
              maxLength={creditNameLength}
              autoComplete="name"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      <div>
        <Button type="submit" busy={isBusy}>
          {t("profile.credit.save")}
        </Button>
      </div>
      <Banner tone="danger" onClose={dismiss}>
        {problem}
      </Banner>
    </form>
  );
}
