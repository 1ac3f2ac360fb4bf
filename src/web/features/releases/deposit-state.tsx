import { t } from "../../../../generated/web-texts/releases.ts";
import type { Release } from "../../../contract/releases.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./releases.module.css";

export const archiveName = (url: string): string => new URL(url).host;

/** A release's DOI, or how its deposit at an archive is. */
export function DepositState({ release: { doi, deposit } }: { release: Release }) {
  if (doi !== null) {
    return (
      <p className={styles.hint}>
        <a href={`https://doi.org/${doi}`} rel="noopener" dir="ltr" translate="no">
          {doi}
        </a>
      </p>
    );
  }
  if (!deposit) return null;
  const { state, progress, failure, answer } = deposit;
  const archive = archiveName(deposit.archive);
  return (
    <>
      {state === "waiting" ? (
        <p className={styles.hint}>
          {withNames((name) =>
            t(progress ? "releases.deposit.sending" : "releases.deposit.waiting", { archive: name(archive) }),
          )}
        </p>
      ) : null}
      {progress ? (
        <ProgressBar label={t("releases.deposit.progress")} value={progress.done} max={progress.total} />
      ) : null}
      {failure ? (
        <p className={styles.hint}>
          {withNames((name) =>
            t(`releases.deposit.failure.${failure}`, { archive: name(archive), answer: answer ?? "" }),
          )}
        </p>
      ) : null}
    </>
  );
}
