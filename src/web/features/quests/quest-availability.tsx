import CircleSlash from "lucide-react/icons/circle-slash";
import { t } from "../../../../generated/web-texts/quests.ts";
import { findJoinObstacle, type JoinObstacle } from "../../../contract/joining-rules.ts";
import type { Quest } from "../../../contract/quests.ts";
import { deadlineDay } from "../../foundation/api/server-clock.ts";
import { Pill } from "../../ui/pill.tsx";

/** Why the user cannot join or contribute at the moment. */
export function closedWords(quest: Quest, hasJoined: boolean): string | undefined {
  if (hasJoined) {
    const isCollecting = quest.quest_status === "ACCEPTING_APPLICATIONS" || quest.quest_status === "IN_PROGRESS";
    return isCollecting ? undefined : t("quests.card.closed");
  }
  const obstacle = findJoinObstacle(quest, deadlineDay());
  return obstacle === "quest_not_accepting" ? t("quests.card.closed") : obstacleWords(obstacle);
}

/** The quest's status; one that accepts people but can't be joined doesn't read as open. */
export function statusWords(quest: Quest): string {
  return obstacleWords(findJoinObstacle(quest, deadlineDay())) ?? t(`quests.status.${quest.quest_status}`);
}

function obstacleWords(obstacle: JoinObstacle | undefined): string | undefined {
  if (obstacle === "quest_full") return t("quests.card.full");
  return obstacle === "quest_deadline_passed" ? t("quests.card.deadlinePassed") : undefined;
}

export function ClosedPill({ children }: { children: string }) {
  return <Pill icon={<CircleSlash aria-hidden="true" />}>{children}</Pill>;
}
