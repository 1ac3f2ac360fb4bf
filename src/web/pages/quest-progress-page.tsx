import { Link, useParams } from "react-router";
import { t as lessonText } from "../../../generated/web-texts/lesson-editor.ts";
import { t as lifeText } from "../../../generated/web-texts/life.ts";
import { t } from "../../../generated/web-texts/progress.ts";
import { t as releasesText } from "../../../generated/web-texts/releases.ts";
import { t as stationsText } from "../../../generated/web-texts/stations-desk.ts";
import { t as webhooksText } from "../../../generated/web-texts/webhooks.ts";
import type { QuestProgress } from "../../contract/quest-progress.ts";
import { QuestHistoryToRead } from "../features/admin/quest-history-entries.tsx";
import { MissingPoints, NeedsHelp } from "../features/quest-progress/needs-help.tsx";
import { OverTime, ProgressFigures } from "../features/quest-progress/progress-figures.tsx";
import { Releases } from "../features/releases/releases.tsx";
import { Webhooks } from "../features/webhooks/webhooks.tsx";
import { ApiError, sentenceOf } from "../foundation/api/api-error.ts";
import { parseId, useQuest } from "../foundation/api/quests.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { useTeams } from "../foundation/auth/use-teams.ts";
import { deskPaths } from "../foundation/desk-paths.ts";
import { paths } from "../foundation/paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Loaded } from "../ui/fetched.tsx";
import { EmptyState } from "../ui/message-state.tsx";
import { Part } from "../ui/part.tsx";
import { AdminOnly } from "./desk/admin-only.tsx";
import { PagePart } from "./page-part.tsx";

/** What happened in a quest, for its team. */
export function QuestProgressPage() {
  const { id } = useParams();
  return (
    <AdminOnly title={t("progress.title")} leastRole="viewer">
      <Progress key={id} questId={parseId(id)} />
    </AdminOnly>
  );
}

function Progress({ questId }: { questId: number | undefined }) {
  const progress = useCall("getQuestProgress", questId === undefined ? undefined : { params: { id: questId } });
  const { data: quest } = useQuest(questId);
  const { mayFor } = useTeams();
  const { data, error } = progress;
  const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404);
  return (
    <>
      <header className="stack gap-4">
        <h1>{t("progress.title")}</h1>
        {data && questId !== undefined ? (
          <p>
            <Link to={paths.quest(questId)}>
              <bdi>{data.quest_name}</bdi>
            </Link>
          </p>
        ) : null}
        {quest?.results?.visibility === "public" ? (
          <p>
            <Link to={paths.questResults(quest.id)}>{t("progress.results")}</Link>
          </p>
        ) : null}
        <p className="muted">{t("progress.lead")}</p>
      </header>
      {questId === undefined || isRefused ? (
        <EmptyState action={<ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>}>
          {isRefused ? sentenceOf(error) : t("progress.unknown")}
        </EmptyState>
      ) : (
        <>
          <Loaded of={progress} height="40rem">
            {(loaded) => <Happened questId={questId} progress={loaded} />}
          </Loaded>
          {quest && mayFor(quest.organization.id, "coordinator") ? (
            <>
              <PagePart title={lessonText("lesson.editor.title")}>
                <p className="muted">{lessonText("lesson.editor.lead")}</p>
                <div>
                  <ButtonLink to={deskPaths.lesson(questId)}>{lessonText("lesson.editor.open")}</ButtonLink>
                </div>
              </PagePart>
              <PagePart title={stationsText("stations.desk.title")}>
                <p className="muted">{stationsText("stations.desk.lead")}</p>
                <div>
                  <ButtonLink to={deskPaths.stations(questId)}>{stationsText("stations.desk.open")}</ButtonLink>
                </div>
              </PagePart>
              <PagePart title={releasesText("releases.title")}>
                <Releases questId={questId} />
              </PagePart>
              <PagePart title={webhooksText("webhooks.title")}>
                <Webhooks questId={questId} />
              </PagePart>
            </>
          ) : null}
          <PagePart title={lifeText("life.history")}>
            <QuestHistoryToRead questId={questId} />
          </PagePart>
        </>
      )}
    </>
  );
}

function Happened({ questId, progress }: { questId: number; progress: QuestProgress }) {
  if (progress.joined === 0 && progress.measured === 0) {
    return (
      <EmptyState action={<ButtonLink to={paths.quest(questId)}>{t("progress.empty.link")}</ButtonLink>}>
        {t("progress.empty")}
      </EmptyState>
    );
  }
  return (
    <>
      <Part>
        <ProgressFigures progress={progress} />
      </Part>
      <PagePart title={t("progress.overTime")}>
        <OverTime progress={progress} />
      </PagePart>
      <PagePart title={t("progress.help")}>
        <NeedsHelp questId={questId} people={progress.needs_help} />
      </PagePart>
      <PagePart title={t("progress.where")}>
        <MissingPoints progress={progress} />
      </PagePart>
    </>
  );
}
