import type { Quest } from "../../../contract/quests.ts";
import { Banner } from "../../components/banner.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { paths } from "../../paths.ts";
import { t } from "../../texts/life.ts";
import styles from "./quest-life.module.css";

/** On the page of a quest that volunteers don't find, for its team. */
export function DraftNote({ quest }: { quest: Quest }) {
  return (
    <Banner
      tone="warning"
      className={styles.page}
      action={
        <ButtonLink small to={paths.adminQuest(quest.quest_name)}>
          {t("life.page.edit")}
        </ButtonLink>
      }
    >
      {t("life.page.draft")}
    </Banner>
  );
}
