import { useState } from "react";
import { rich, t } from "../../../../generated/web-texts/profile.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { paths } from "../../foundation/paths.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Choice } from "../../ui/field.tsx";
import { announce } from "../../ui/live-region.tsx";
import section from "../../ui/plain-section.module.css";
import { Loading } from "../../ui/skeleton.tsx";
import { withNames } from "../../ui/verbatim.tsx";

type MailSettingsProps = {
  username: string;
  /** Undefined until it is known. */
  provider: { isEmbedded: boolean; host: string } | undefined;
};

/** Switches the email about reviews on or off, and shows its address. */
export function MailSettings({ username, provider }: MailSettingsProps) {
  const ofUser = { params: { username } };
  const { data: settings, error, mutate } = useCall("getMailSettings", ofUser);
  const [wanted, setWanted] = useState<boolean>();
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("profile.mails.failed", { reason }));

  const change = (digest: boolean) =>
    run(async () => {
      setWanted(digest);
      await mutate(await call("setMailSettings", { ...ofUser, body: { digest } }), { revalidate: false });
      announce(t(digest ? "profile.mails.isOn" : "profile.mails.isOff"));
    });

  const { address, failed_at: failedAt } = settings ?? {};
  const isOn = (isBusy ? wanted : settings?.digest) ?? false;
  return (
    <section className={section.section} aria-labelledby="own-mails">
      <h2 id="own-mails">{t("profile.mails")}</h2>
      {settings ? (
        <>
          <Choice className={section.choice}>
            <input
              type="checkbox"
              checked={isOn}
              disabled={isBusy}
              onChange={(event) => void change(event.target.checked)}
            />
            <span>{t("profile.mails.wanted")}</span>
          </Choice>
          <p className="muted small breaks">{t("profile.mails.lead")}</p>
          {address ? (
            <p className="muted small breaks">
              {rich(
                "profile.mails.address",
                { strong: (words) => <strong translate="no">{words}</strong> },
                { address },
              )}
            </p>
          ) : (
            <Banner tone="info">
              {provider && !provider.isEmbedded
                ? withNames((name) => t("profile.mails.noAddress.elsewhere", { host: name(provider.host) }))
                : t("profile.mails.noAddress")}{" "}
              {provider?.isEmbedded ? <a href={paths.account}>{t("profile.account")}</a> : null}
            </Banner>
          )}
          {failedAt && isOn ? (
            <Banner tone="warning">
              <div className="stack start gap-8">
                <p>{t("profile.mails.comeBack", { time: formatMoment(failedAt) })}</p>
                <p>{t("profile.mails.comeBack.hint")}</p>
                <Button small busy={isBusy} onClick={() => void change(true)}>
                  {t("profile.mails.again")}
                </Button>
              </div>
            </Banner>
          ) : null}
        </>
      ) : error ? (
        <>
          <p className="muted small breaks">{t("profile.mails.unknown")}</p>
          <Button small onClick={() => void mutate()}>
            {t("app.tryAgain")}
          </Button>
        </>
      ) : (
        <Loading height="17rem" />
      )}
      <Banner tone="danger" onClose={dismiss}>
        {problem}
      </Banner>
    </section>
  );
}
