import { t } from "../../../../generated/web-texts/quest.ts";
import type { Quest } from "../../../contract/quests.ts";
import { Banner } from "../../ui/banner.tsx";
import { EquipmentList } from "./equipment-list.tsx";
import styles from "./joined-note.module.css";

/** Shown to those who joined while signing up, and so weren't asked about their gear. */
export function JoinedNote({ quest, onClose }: { quest: Quest; onClose: () => void }) {
  return (
    <Banner tone="ok" onClose={onClose}>
      <p>{t("quest.joined", { questName: quest.quest_name })}</p>
      <details className={styles.gear}>
        <summary>{t("quest.joined.gear")}</summary>
        <EquipmentList quest={quest} />
      </details>
    </Banner>
  );
}
