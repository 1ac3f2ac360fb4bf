import DownloadIcon from "lucide-react/icons/download";
import Smartphone from "lucide-react/icons/smartphone";
import { useCallback, useEffect, useState } from "react";
import { t } from "../../../generated/web-texts/offline.ts";
import type { MapArea } from "../../contract/maps.ts";
import { sentenceOf } from "../foundation/api/api-error.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { formatMoment } from "../ui/dates.ts";
import { formatBytes } from "../ui/format-bytes.ts";
import { announce } from "../ui/live-region.tsx";
import { formatNumber } from "../ui/numbers.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { useOnline } from "../ui/use-online.ts";
import { askMapArea } from "./keep-map.ts";
import {
  findTaken,
  leaveBehind,
  onTakenChange,
  TakeAlongError,
  type Taken,
  takeAlong,
  takeMapAlong,
} from "./take-along.ts";
import styles from "./take-along-panel.module.css";

/** Saves a quest for offline use with its map, shows when it was saved, and removes it. */
export function TakeAlongPanel({
  username,
  questId,
  isBrief = false,
}: {
  username: string;
  questId: number;
  /** Says when a kept quest was saved, and removes it, only at a press. */
  isBrief?: boolean;
}) {
  const [isOpen, setIsOpen] = useState(!isBrief);
  const [taken, setTaken] = useState<Taken | null>();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [mapShare, setMapShare] = useState<number>();
  const area = useMapArea(username, questId);
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
      setIsOpen(true);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setIsBusy(false);
    }
  }
  const takeMap = async (account: string, id: number) => {
    if (!area) return;
    try {
      await takeMapAlong(account, id, area, setMapShare);
    } finally {
      setMapShare(undefined);
    }
  };
  const take = () => void run(takeAlong, t("offline.take.taken"));
  const takeWithMap = () =>
    void run(async (account, id) => {
      await takeAlong(account, id);
      await takeMap(account, id);
    }, t("offline.take.taken"));
  const busyWords =
    mapShare === undefined
      ? t("offline.take.taking")
      : t("offline.take.mapTaking", { percent: formatNumber(Math.floor(mapShare * 100)) });

  // Avoids a flashing button.
  if (taken === undefined)
    return <div className={`stack gap-8 ${styles.panel}`}>{isBrief ? <Skeleton radius="8px" /> : null}</div>;
  return (
    <div className={`stack gap-8 ${styles.panel}`}>
      {taken && isBrief ? (
        <Button icon={<Smartphone aria-hidden="true" />} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t("offline.take.saved")}
        </Button>
      ) : null}
      {taken && !isOpen ? null : taken ? (
        <>
          <p className={`row baseline gap-8 ${styles.taken}`}>
            <Smartphone aria-hidden="true" />
            <span>
              {t("offline.take.since", {
                moment: formatMoment(new Date(taken.takenAtMs).toISOString()),
                size: formatBytes(taken.sizeBytes),
              })}
            </span>
          </p>
          <div className="cluster gap-8">
            <Button small busy={isBusy} onClick={taken.hasMap ? takeWithMap : take}>
              {isBusy ? busyWords : t("offline.take.again")}
            </Button>
            {area && !taken.hasMap && !isBusy ? (
              <Button small onClick={() => void run(takeMap, t("offline.take.mapTaken"))}>
                {t("offline.take.map", { size: formatBytes(area.size_bytes) })}
              </Button>
            ) : null}
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
          <Button wide busy={isBusy} icon={<DownloadIcon aria-hidden="true" />} onClick={takeWithMap}>
            {isBusy ? busyWords : t("offline.take")}
          </Button>
          <p className="muted small">
            {area ? t("offline.take.hintWithMap", { size: formatBytes(area.size_bytes) }) : t("offline.take.hint")}
          </p>
        </>
      )}
      <Banner tone="danger">{problem}</Banner>
    </div>
  );
}

/** What the server has of the quest's map; undefined offline, or if it has none. */
function useMapArea(account: string, questId: number): MapArea | undefined {
  const [area, setArea] = useState<MapArea>();
  const isOnline = useOnline();
  useEffect(() => {
    let isCurrent = true;
    setArea(undefined);
    if (isOnline)
      askMapArea({ account, questId }).then(
        (found) => isCurrent && found.tiles.length > 0 && setArea(found),
        () => {
          // An older server has no maps.
        },
      );
    return () => {
      isCurrent = false;
    };
  }, [account, questId, isOnline]);
  return area;
}

function problemOf(error: unknown): string {
  if (error instanceof TakeAlongError) return t(`offline.take.${error.reason}`);
  console.error(error);
  return t("offline.take.failed", { reason: sentenceOf(error) });
}
