import { Link, useParams } from "react-router";
import { t as adminText } from "../../../generated/web-texts/admin.ts";
import { t } from "../../../generated/web-texts/stations-desk.ts";
import { StationsEditor } from "../features/stations/stations-editor.tsx";
import { sentenceOf } from "../foundation/api/api-error.ts";
import { parseId, useQuest } from "../foundation/api/quests.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { useTeams } from "../foundation/auth/use-teams.ts";
import { deskPaths } from "../foundation/desk-paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Loaded } from "../ui/fetched.tsx";
import { EmptyState } from "../ui/message-state.tsx";
import { AdminOnly } from "./desk/admin-only.tsx";

/** The stations of a quest, for its coordinators. */
export function AdminStationsPage() {
  const { id } = useParams();
  return (
    <AdminOnly title={t("stations.desk.title")} leastRole="coordinator">
      <EditStations key={id} questId={parseId(id)} />
    </AdminOnly>
  );
}

function EditStations({ questId }: { questId: number | undefined }) {
  const { data: quest, error } = useQuest(questId, { isAsWritten: true });
  const { mayFor } = useTeams();
  const stations = useCall("listStations", questId === undefined ? undefined : { params: { id: questId } });
  const isRefused = questId === undefined || error || (quest && !mayFor(quest.organization.id, "coordinator"));
  if (isRefused) {
    return (
      <EmptyState action={<ButtonLink to={deskPaths.quests}>{adminText("admin.header.quests")}</ButtonLink>}>
        {error ? sentenceOf(error) : t("stations.desk.failed")}
      </EmptyState>
    );
  }
  return (
    <>
      <header className="stack gap-4">
        <h1>{quest ? t("stations.desk.titleOf", { questName: quest.quest_name }) : t("stations.desk.title")}</h1>
        <p>
          <Link to={deskPaths.questProgress(questId)}>{t("stations.desk.back")}</Link>
        </p>
        <p className="muted">{t("stations.desk.lead")}</p>
      </header>
      <Loaded of={stations} height="20rem">
        {(loaded) => (
          <StationsEditor
            questId={questId}
            near={quest?.locations[0]?.coordinates}
            repeatDays={loaded.repeat_days}
            stations={loaded.stations}
            onChange={() => stations.mutate()}
          />
        )}
      </Loaded>
    </>
  );
}
