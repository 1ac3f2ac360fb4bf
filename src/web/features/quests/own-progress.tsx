import { t } from "../../../../generated/web-texts/joined.ts";
import type { Quest } from "../../../contract/quests.ts";
import { collectedKind } from "../../foundation/collected-kind.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import styles from "./own-quests.module.css";

/** The user's number of data points, and the target. */
export function OwnProgress({ quest, count }: { quest: Pick<Quest, "quest_type" | "target_count">; count: number }) {
  const wanted = quest.target_count;
  const isTrees = quest.quest_type === "TREES";
  return (
    <div className={`stack gap-4 shrinks ${styles.done}`}>
      <p className="strong figures">{t(`joined.${collectedKind(quest, count)}`, { count, wanted: wanted ?? 0 })}</p>
      {wanted === null ? null : (
        <ProgressBar label={t(isTrees ? "joined.treesMeter" : "joined.pointsMeter")} value={count} max={wanted} />
      )}
    </div>
  );
}
