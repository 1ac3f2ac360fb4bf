import { Link, useParams } from "react-router";
import { sentenceOf } from "../api/api-error.ts";
import { parseId, useQuest } from "../api/quests.ts";
import { useCall } from "../api/use-call.ts";
import { ButtonLink } from "../components/button.tsx";
import { Loaded } from "../components/fetched.tsx";
import { EmptyState } from "../components/message-state.tsx";
import { useTeams } from "../features/auth/use-teams.ts";
import styles from "../features/quest-progress/progress.module.css";
import { paths } from "../paths.ts";
import { AdminOnly } from "../shell/admin-only.tsx";
import { StationsEditor } from "../stations/stations-editor.tsx";
import { t as adminText } from "../texts/admin.ts";
import { t } from "../texts/stations-desk.ts";

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
  const { data: quest, error } = useQuest(questId);
  const { mayFor } = useTeams();
  const stations = useCall("listStations", questId === undefined ? undefined : { params: { id: questId } });
  const isRefused = questId === undefined || error || (quest && !mayFor(quest.organization.id, "coordinator"));
  if (isRefused) {
    return (
      <EmptyState action={<ButtonLink to={paths.admin}>{adminText("admin.header.quests")}</ButtonLink>}>
        {error ? sentenceOf(error) : t("stations.desk.failed")}
      </EmptyState>
    );
  }
  return (
    <>
      <header className={styles.head}>
        <h1>{quest ? t("stations.desk.titleOf", { questName: quest.quest_name }) : t("stations.desk.title")}</h1>
        <p>
          <Link to={paths.questProgress(questId)}>{t("stations.desk.back")}</Link>
        </p>
        <p className={styles.hint}>{t("stations.desk.lead")}</p>
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
