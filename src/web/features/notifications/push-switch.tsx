import { useEffect, useState } from "react";
import { t as installationText } from "../../../../generated/web-texts/installation.ts";
import { t } from "../../../../generated/web-texts/news.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { isApplePhone, isInstalled } from "../../foundation/phone/browser.ts";
import { Banner } from "../../ui/banner.tsx";
import { Choice } from "../../ui/field.tsx";
import { announce } from "../../ui/live-region.tsx";
import { HomeScreenSteps } from "../installation/home-screen.tsx";
import { type PushState, readPushState, turnPushOff, turnPushOn } from "./push-subscription.ts";

/** Turns notifications in this browser on or off; hidden where there are none, unless iPhones have them elsewhere. */
export function PushSwitch({ account }: { account: string }) {
  const [state, setState] = useState<PushState>();
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("news.push.failed", { reason }));
  useEffect(() => {
    readPushState().then(setState, () => setState("unsupported"));
  }, []);
  if (state === undefined) return null;
  if (state === "unsupported") return isApplePhone() ? <OnHomeScreenOnly account={account} /> : null;

  const change = (isWanted: boolean) =>
    run(async () => {
      const now = await (isWanted ? turnPushOn() : turnPushOff());
      setState(now);
      announce(t(now === "on" ? "news.push.isOn" : "news.push.isOff"));
    });
  return (
    <section className="stack gap-8">
      <Choice hint={t(state === "blocked" ? "news.push.blocked" : "news.push.hint")}>
        <input
          type="checkbox"
          checked={state === "on"}
          disabled={isBusy || state === "blocked"}
          onChange={(event) => void change(event.target.checked)}
        />
        <span>{t("news.push.wanted")}</span>
      </Choice>
      <Banner tone="danger" onClose={dismiss}>
        {problem}
      </Banner>
    </section>
  );
}

/** Before iOS 16.4, not even there. */
function OnHomeScreenOnly({ account }: { account: string }) {
  if (isInstalled()) return null;
  return (
    <section className="stack gap-8">
      <p>{installationText("installation.push")}</p>
      <HomeScreenSteps account={account} />
    </section>
  );
}
