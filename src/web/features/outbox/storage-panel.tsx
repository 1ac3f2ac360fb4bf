import { useEffect, useState } from "react";
import { t } from "../../../../generated/web-texts/outbox.ts";
import { findWayToInstall } from "../../foundation/phone/browser.ts";
import { askToKeep, findStorageRoom, photosThatFit, type StorageRoom } from "../../outbox/storage-room.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatNumber } from "../../ui/numbers.ts";
import { HomeScreenSteps } from "../installation/home-screen.tsx";
import styles from "./storage-panel.module.css";

/** Used and free storage, and what may delete it. */
export function StoragePanel({ account, recordCount }: { account: string; recordCount: number }) {
  const [room, setRoom] = useState<StorageRoom>();
  const [hasRefused, setHasRefused] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each record changes the free storage.
  useEffect(() => {
    let isCurrent = true;
    void findStorageRoom().then((found) => isCurrent && setRoom(found));
    return () => {
      isCurrent = false;
    };
  }, [recordCount]);
  const ask = async () => {
    setHasRefused((await askToKeep({ again: true })) !== true);
    setRoom(await findStorageRoom());
  };
  return (
    <section className={`stack card start gap-12 pad-16 ${styles.panel}`} aria-labelledby="room-title">
      <h2 id="room-title">{t("outbox.room.title")}</h2>
      <Room room={room} />
      {room === undefined ? null : room.isKept ? (
        <p>{t("outbox.room.kept")}</p>
      ) : (
        <>
          <p>{t("outbox.room.notKept")}</p>
          {hasRefused ? (
            <Banner tone="warning">{t("outbox.room.refused")}</Banner>
          ) : (
            <Button onClick={() => void ask()}>{t("outbox.room.ask")}</Button>
          )}
        </>
      )}
      <h3>{t("outbox.room.warnings")}</h3>
      <ul className={styles.warnings}>
        <li>{t("outbox.room.private")}</li>
        <li>{t("outbox.room.clearing")}</li>
        {findWayToInstall() ? <li>{t("outbox.room.safari")}</li> : null}
      </ul>
      <HomeScreenSteps account={account} />
    </section>
  );
}

function Room({ room }: { room: StorageRoom | undefined }) {
  if (!room) return <p>{t("outbox.room.unknown")}</p>;
  const count = photosThatFit(room.leftBytes);
  const used = formatNumber(room.usedBytes / 1_000_000, 1);
  if (count === 0) {
    return (
      <Banner tone="danger">
        {t("outbox.room.full")} {t("outbox.room.free")}
      </Banner>
    );
  }
  return <p>{count > 1000 ? t("outbox.room.many", { used }) : t("outbox.room.used", { used, count })}</p>;
}
