import { t } from "../../../../generated/web-texts/life.ts";
import type { Quest } from "../../../contract/quests.ts";
import { deskPaths } from "../../foundation/desk-paths.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import styles from "./quest-life.module.css";

/** Tells the team on a quest's page that volunteers don't find it. */
export function DraftNote({ quest }: { quest: Quest }) {
  return (
    <Banner
      tone="warning"
      className={styles.page}
      action={
        <ButtonLink small to={deskPaths.quest(quest.quest_name)}>
          {t("life.page.edit")}
        </ButtonLink>
      }
    >
      {t("life.page.draft")}
    </Banner>
  );
}
