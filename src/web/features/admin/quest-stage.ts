import { t } from "../../../../generated/web-texts/life.ts";
import type { QuestLife } from "../../../contract/quest-life.ts";
import type { PillTone } from "../../ui/pill.tsx";

export type Stage = "draft" | "hidden" | "open" | "paused" | "processing" | "closed" | "archived";

export function stageOf({
  quest_status,
  published_at,
  archived_at,
}: Pick<QuestLife, "quest_status" | "published_at" | "archived_at">): Stage {
  if (archived_at !== null) return "archived";
  switch (quest_status) {
    case "INACTIVE":
      return published_at === null ? "draft" : "hidden";
    case "ACCEPTING_APPLICATIONS":
      return "open";
    case "IN_PROGRESS":
      return "paused";
    case "DATA_PROCESSING":
      return "processing";
    case "COMPLETED":
      return "closed";
  }
}

export const stageTones: Record<Stage, PillTone> = {
  draft: "warning",
  hidden: "warning",
  open: "ok",
  paused: "info",
  processing: "neutral",
  closed: "neutral",
  archived: "neutral",
};

/** What the stage means for volunteers. */
export const stageWords = (stage: Stage, count: number): string =>
  stage === "paused" ? t("life.paused", { count }) : t(`life.${stage}`);
