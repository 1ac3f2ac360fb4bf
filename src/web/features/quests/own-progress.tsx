import { t } from "../../../../generated/web-texts/joined.ts";
import type { Quest } from "../../../contract/quests.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import styles from "./own-quests.module.css";

/** The user's number of data points, and the target. */
export function OwnProgress({ quest, count }: { quest: Quest; count: number }) {
  const wanted = quest.target_count;
  const isTrees = quest.quest_type === "TREES";
  return (
    <div className={`stack gap-4 shrinks ${styles.done}`}>
      <p className="strong figures">
        {wanted === null
          ? t("joined.points", { count })
          : t(isTrees ? "joined.trees" : "joined.wanted", { count, wanted })}
      </p>
      {wanted === null ? null : (
        <ProgressBar label={t(isTrees ? "joined.treesMeter" : "joined.pointsMeter")} value={count} max={wanted} />
      )}
    </div>
  );
}
