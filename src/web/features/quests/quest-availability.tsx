import CircleSlash from "lucide-react/icons/circle-slash";
import { findJoinObstacle } from "../../../contract/joining-rules.ts";
import type { Quest } from "../../../contract/quests.ts";
import { localToday } from "../../components/dates.ts";
import { Pill } from "../../components/pill.tsx";
import { t } from "../../texts/quests.ts";

/** Why the user cannot join or contribute at the moment. */
export function closedWords(quest: Quest, hasJoined: boolean): string | undefined {
  if (hasJoined) {
    const isCollecting = quest.quest_status === "ACCEPTING_APPLICATIONS" || quest.quest_status === "IN_PROGRESS";
    return isCollecting ? undefined : t("quests.card.closed");
  }
  const obstacle = findJoinObstacle(quest, localToday());
  if (obstacle === "quest_full") return t("quests.card.full");
  if (obstacle === "quest_deadline_passed") return t("quests.card.deadlinePassed");
  return obstacle && t("quests.card.closed");
}

export function ClosedPill({ children }: { children: string }) {
  return <Pill icon={<CircleSlash aria-hidden="true" />}>{children}</Pill>;
}
