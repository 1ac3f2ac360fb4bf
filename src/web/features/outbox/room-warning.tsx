import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Banner } from "../../components/banner.tsx";
import { onChange } from "../../outbox/changes.ts";
import { findRoomProblem } from "../../outbox/storage-room.ts";
import { paths } from "../../paths.ts";
import { t } from "../../texts/outbox.ts";

/** Says before a photo is taken that there is no room for it, and how to make some; nothing where there is room. */
export function RoomWarning() {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const problem = await findRoomProblem();
      if (isCurrent) setIsFull(problem !== undefined);
    };
    void look();
    const stop = onChange(() => void look());
    return () => {
      isCurrent = false;
      stop();
    };
  }, []);
  if (!isFull) return null;
  return (
    <Banner tone="danger">
      <p>
        <strong>{t("outbox.room.full")}</strong> {t("outbox.room.free")}
      </p>
      <Link to={paths.outbox}>{t("outbox.title")}</Link>
    </Banner>
  );
}
