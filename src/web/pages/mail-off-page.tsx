import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { t } from "../../../generated/web-texts/profile.ts";
import { ApiError, sentenceOf } from "../foundation/api/api-error.ts";
import { callWithoutToken } from "../foundation/api/client.ts";
import { paths } from "../foundation/paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { announce, PageTitle } from "../ui/live-region.tsx";
import { Spinner } from "../ui/spinner.tsx";
import styles from "./centered-page.module.css";

type State = "working" | "off" | { reason: string; isWorthTrying: boolean };

/** The unsubscribe link in emails leads here. It needs no sign-in. */
export function MailOffPage() {
  const token = useSearchParams()[0].get("token") ?? "";
  const [state, setState] = useState<State>("working");

  const end = useCallback(async () => {
    setState("working");
    try {
      // The server rejects a missing token like an invalid one.
      await callWithoutToken("endMails", { params: { token: token || "-" } });
      setState("off");
      announce(t("profile.mailOff.done"));
    } catch (error) {
      if (!(error instanceof ApiError)) console.error(error);
      setState(
        error instanceof ApiError
          ? { reason: sentenceOf(error), isWorthTrying: error.status >= 429 }
          : { reason: t("profile.mailOff.noConnection"), isWorthTrying: true },
      );
    }
  }, [token]);
  useEffect(() => void end(), [end]);

  if (state === "working") {
    return (
      <div className={`stack center gap-16 ${styles.page}`}>
        <PageTitle>{t("profile.mailOff.title")}</PageTitle>
        <Spinner />
        <p role="status">{t("profile.mailOff.working")}</p>
      </div>
    );
  }
  if (state === "off") {
    return (
      <div className={`stack center gap-16 ${styles.page}`}>
        <PageTitle>{t("profile.mailOff.done")}</PageTitle>
        <h1>{t("profile.mailOff.done")}</h1>
        <p>{t("profile.mailOff.done.what")}</p>
        <p>{t("profile.mailOff.done.again")}</p>
        <ButtonLink to={paths.ownAccount}>{t("profile.mailOff.account")}</ButtonLink>
      </div>
    );
  }
  return (
    <div className={`stack center gap-16 ${styles.page}`}>
      <PageTitle>{t("profile.mailOff.failed")}</PageTitle>
      <h1>{t("profile.mailOff.failed")}</h1>
      <p role="alert">{state.reason}</p>
      {state.isWorthTrying ? (
        <Button tone="next" onClick={() => void end()}>
          {t("app.tryAgain")}
        </Button>
      ) : null}
      <p>{t("profile.mailOff.failed.hint")}</p>
      <ButtonLink to={paths.ownAccount}>{t("profile.mailOff.account")}</ButtonLink>
    </div>
  );
}
