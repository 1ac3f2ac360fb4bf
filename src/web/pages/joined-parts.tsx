import MapIcon from "lucide-react/icons/map";
import { t } from "../../../generated/web-texts/quest.ts";
import type { AdventurerQuest } from "../../contract/participations.ts";
import type { Quest } from "../../contract/quests.ts";
import { LessonLink } from "../features/lessons/lesson-link.tsx";
import { AskTeam } from "../features/questions/ask-team.tsx";
import { OwnProgress } from "../features/quests/own-progress.tsx";
import { StationsPanel } from "../features/stations/stations-panel.tsx";
import { paths } from "../foundation/paths.ts";
import { TakeAlongPanel } from "../offline/take-along-panel.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Part } from "../ui/part.tsx";

/** How far the volunteer is. */
export const JoinedProgress = ({ quest, record }: { quest: Quest; record: AdventurerQuest }) => (
  <OwnProgress quest={quest} count={record.data_point_count} />
);

/** The controls of those who joined a quest, for one row. */
export function JoinedTools({ username, quest }: { username: string; quest: Quest }) {
  return (
    <>
      <Part>
        <AskTeam quest={quest} />
      </Part>
      <Part>
        <TakeAlongPanel username={username} questId={quest.id} isBrief />
      </Part>
      <ButtonLink to={paths.questMap(quest.id)} icon={<MapIcon aria-hidden="true" />}>
        {t("quest.map")}
      </ButtonLink>
    </>
  );
}

/** What else the page of a quest has for those who joined it. */
export function JoinedParts({
  username,
  quest,
  record,
}: {
  username: string;
  quest: Quest;
  record: AdventurerQuest | undefined;
}) {
  return (
    <>
      {record?.lesson ? <LessonLink questId={quest.id} state={record.lesson} /> : null}
      {record?.station_count ? (
        <Part>
          <StationsPanel username={username} questId={quest.id} />
        </Part>
      ) : null}
    </>
  );
}
