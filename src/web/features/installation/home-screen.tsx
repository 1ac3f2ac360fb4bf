import { t } from "../../../../generated/web-texts/installation.ts";
import { findWayToInstall } from "../../foundation/phone/browser.ts";
import { countUndelivered } from "../../outbox/record.ts";
import { useOutbox } from "../../outbox/use-outbox.ts";
import section from "../../ui/plain-section.module.css";
import styles from "./home-screen.module.css";

/** How to install Cairn where no browser offers it. */
export function HomeScreenSteps({ account }: { account: string }) {
  const waits = countUndelivered(useOutbox(account).records) > 0;
  const way = findWayToInstall();
  if (!way) return null;
  const steps = way === "share" ? (["share", "add"] as const) : (["dock"] as const);
  return (
    <ol className={styles.steps}>
      {waits ? <li>{t("installation.sendFirst")}</li> : null}
      {steps.map((step) => (
        <li key={step}>{t(`installation.${step}`)}</li>
      ))}
      <li>{t("installation.signIn")}</li>
    </ol>
  );
}

/** Why and how; nothing where Cairn is installed, or a browser offers it. */
export function HomeScreen({ account }: { account: string }) {
  if (!findWayToInstall()) return null;
  return (
    <section className={section.section} aria-labelledby="home-screen">
      <h2 id="home-screen">{t("installation.title")}</h2>
      <p>{t("installation.why")}</p>
      <HomeScreenSteps account={account} />
    </section>
  );
}
