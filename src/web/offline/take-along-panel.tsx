import DownloadIcon from "lucide-react/icons/download";
import Smartphone from "lucide-react/icons/smartphone";
import { useCallback, useEffect, useState } from "react";
import { sentenceOf } from "../api/api-error.ts";
import { Banner } from "../components/banner.tsx";
import { Button } from "../components/button.tsx";
import { formatMoment } from "../components/dates.ts";
import { announce } from "../components/live-region.tsx";
import { formatNumber } from "../components/numbers.ts";
import { t } from "../texts/offline.ts";
import { findTaken, leaveBehind, onTakenChange, TakeAlongError, type Taken, takeAlong } from "./take-along.ts";
import styles from "./take-along-panel.module.css";

/** Saves a quest for offline use, shows when it was saved, and removes it. */
export function TakeAlongPanel({ username, questId }: { username: string; questId: number }) {
  const [taken, setTaken] = useState<Taken | null>();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const look = useCallback(
    () =>
      findTaken(username, questId).then(
        (found) => setTaken(found ?? null),
        () => setTaken(null),
      ),
    [username, questId],
  );
  useEffect(() => {
    void look();
    return onTakenChange(() => void look());
  }, [look]);

  async function run(work: (account: string, id: number) => Promise<void>, done: string): Promise<void> {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await work(username, questId);
      announce(done);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setIsBusy(false);
    }
  }
  const take = () => void run(takeAlong, t("offline.take.taken"));

  // Avoids a flashing button.
  if (taken === undefined) return <div className={styles.panel} />;
  return (
    <div className={styles.panel}>
      {taken ? (
        <>
          <p className={styles.taken}>
            <Smartphone aria-hidden="true" />
            <span>
              {t("offline.take.since", {
                moment: formatMoment(new Date(taken.takenAtMs).toISOString()),
                size: sizeInWords(taken.sizeBytes),
              })}
            </span>
          </p>
          <div className={styles.buttons}>
            <Button small busy={isBusy} onClick={take}>
              {t(isBusy ? "offline.take.taking" : "offline.take.again")}
            </Button>
            <Button
              small
              tone="plain"
              disabled={isBusy}
              onClick={() => void run(leaveBehind, t("offline.take.removed"))}
            >
              {t("offline.take.remove")}
            </Button>
          </div>
        </>
      ) : (
        <>
          <Button wide busy={isBusy} icon={<DownloadIcon aria-hidden="true" />} onClick={take}>
            {t(isBusy ? "offline.take.taking" : "offline.take")}
          </Button>
          <p className={styles.hint}>{t("offline.take.hint")}</p>
        </>
      )}
      {problem === undefined ? null : <Banner tone="danger">{problem}</Banner>}
    </div>
  );
}

function problemOf(error: unknown): string {
  if (error instanceof TakeAlongError) return t(`offline.take.${error.reason}`);
  console.error(error);
  return t("offline.take.failed", { reason: sentenceOf(error) });
}

function sizeInWords(bytes: number): string {
  if (bytes < 1_000_000)
    return t("offline.size.kilobytes", { size: formatNumber(Math.max(1, Math.round(bytes / 1000))) });
  return t("offline.size.megabytes", { size: formatNumber(bytes / 1_000_000, 1) });
}
