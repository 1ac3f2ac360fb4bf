import MapIcon from "lucide-react/icons/map";
import { t } from "../../../generated/web-texts/quest.ts";
import type { AdventurerQuest } from "../../contract/participations.ts";
import type { Quest } from "../../contract/quests.ts";
import { LessonLink } from "../features/lessons/lesson-link.tsx";
import { AskTeam } from "../features/questions/ask-team.tsx";
import { StationsPanel } from "../features/stations/stations-panel.tsx";
import { paths } from "../foundation/paths.ts";
import { TakeAlongPanel } from "../offline/take-along-panel.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Part } from "../ui/part.tsx";

/** What the page of a quest has for those who joined it. */
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
      <ButtonLink to={paths.questMap(quest.id)} icon={<MapIcon aria-hidden="true" />}>
        {t("quest.map")}
      </ButtonLink>
      {record?.station_count ? (
        <Part>
          <StationsPanel username={username} questId={quest.id} />
        </Part>
      ) : null}
      <Part>
        <TakeAlongPanel username={username} questId={quest.id} />
      </Part>
      <Part>
        <AskTeam quest={quest} />
      </Part>
    </>
  );
}
