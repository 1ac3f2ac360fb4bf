import Clock from "lucide-react/icons/clock";
import MapPin from "lucide-react/icons/map-pin";
import { type ReactNode, useDeferredValue, useEffect, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import type { AdventurerQuest } from "../../contract/participations.ts";
import type { Quest } from "../../contract/quests.ts";
import { useDataPoints } from "../api/data-points.ts";
import { parseId, useAdventurerQuest } from "../api/quests.ts";
import { Button, ButtonLink } from "../components/button.tsx";
import { ContourCover } from "../components/contour-cover.tsx";
import { formatDay } from "../components/dates.ts";
import { PageTitle } from "../components/live-region.tsx";
import { EmptyState, FailedState } from "../components/message-state.tsx";
import { QuestTypePill } from "../components/quest-type.tsx";
import { Loading, Skeleton } from "../components/skeleton.tsx";
import { useAuth } from "../features/auth/auth-context.ts";
import { DataPointList } from "../features/data-points/data-point-list.tsx";
import { QuestProgress } from "../features/data-points/quest-progress.tsx";
import { QuestStatusPanel } from "../features/data-points/quest-status-panel.tsx";
import { VersionedUploadForm } from "../features/data-points/versioned-upload-form.tsx";
import { WaitingHere } from "../features/data-points/waiting-here.tsx";
import { useOutbox } from "../outbox/use-outbox.ts";
import { paths } from "../paths.ts";
import { t } from "../texts/field.ts";
import { t as questText } from "../texts/quest.ts";
import styles from "./quest-data-page.module.css";

export function QuestDataPage() {
  const questId = parseId(useParams().id);
  const { status, username, signIn } = useAuth();
  const isKnown = status !== "unknown";
  const { quest, record, isLoading, isMissing, error, reload } = useAdventurerQuest(
    username,
    isKnown ? questId : undefined,
  );

  if (questId === undefined || (isKnown && isMissing)) {
    return (
      <Page>
        <EmptyState action={<ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>}>
          {questText("quest.missing")}
        </EmptyState>
      </Page>
    );
  }
  if (error !== undefined) {
    return (
      <Page>
        <FailedState message={questText("quest.failed")} onRetry={() => void reload()} />
      </Page>
    );
  }
  if (!isKnown || isLoading || !quest || record === undefined) {
    return (
      <Page>
        <Loading label={t("app.loading")}>
          <Skeleton height="9rem" radius="10px" />
          <Skeleton height="100dvh" radius="10px" className={styles.shape} />
        </Loading>
      </Page>
    );
  }
  return (
    <Page quest={quest}>
      <Hero quest={quest} />
      {record === null || username === undefined ? (
        <EmptyState
          action={
            username === undefined ? (
              <Button tone="next" onClick={() => void signIn()}>
                {t("app.logIn")}
              </Button>
            ) : (
              <ButtonLink tone="next" to={paths.quest(quest.id)}>
                {t("field.seeQuest")}
              </ButtonLink>
            )
          }
        >
          {t("field.notSignedUp")}
        </EmptyState>
      ) : (
        <Collection record={{ ...record, quest }} username={username} />
      )}
    </Page>
  );
}

function Collection({ record, username }: { record: AdventurerQuest; username: string }) {
  const { quest } = record;
  const isCompleted = record.status === "completed";
  const { data: dataPoints, error, mutate } = useDataPoints(username, quest.id);
  const { records } = useOutbox(username);
  const wanted = useWantedPoint();
  const reload = () => void mutate();
  // The name of the quest is painted first, then the rest in short slices.
  const isNamed = useDeferredValue(true, false);
  if (!isNamed) return <Skeleton height="100dvh" radius="10px" />;
  return (
    <div className={styles.collection}>
      <div className={styles.left}>
        {dataPoints ? (
          <QuestProgress quest={quest} dataPoints={dataPoints} />
        ) : (
          <Skeleton height="3.500rem" radius="10px" />
        )}
        {isCompleted ? null : (
          <VersionedUploadForm
            key={`${username}/${quest.id}`}
            username={username}
            quest={quest}
            ownPoints={dataPoints}
            records={records}
            wanted={wanted}
          />
        )}
      </div>
      <div className={styles.right}>
        <WaitingHere records={records} questId={quest.id} />
        <DataPointList dataPoints={dataPoints} quest={quest} hasFailed={error !== undefined} onReload={reload} />
        <QuestStatusPanel
          record={record}
          username={username}
          isCompleted={isCompleted}
          dataPointCount={dataPoints?.length}
        />
      </div>
    </div>
  );
}

/** The data point of the outbox that the address names, once: after a reload the form goes on with its draft. */
function useWantedPoint(): string | undefined {
  const [search, setSearch] = useSearchParams();
  const named = search.get("point") ?? undefined;
  const [wanted] = useState(named);
  useEffect(() => {
    if (named !== undefined) setSearch({}, { replace: true });
  }, [named, setSearch]);
  return wanted;
}

function Hero({ quest }: { quest: Quest }) {
  const place = quest.locations[0];
  return (
    <header className={styles.hero}>
      <ContourCover seed={quest.id} type={quest.quest_type} width={960} height={200} className={styles.cover} />
      <div className={styles.headline}>
        <QuestTypePill type={quest.quest_type} />
        <h1>
          <Link to={paths.quest(quest.id)} className={styles.name}>
            {quest.quest_name}
          </Link>
        </h1>
        <p className={styles.facts}>
          {place ? (
            <span>
              <MapPin aria-hidden="true" />
              {place.locality}, {place.administrative_area}
            </span>
          ) : null}
          {quest.quest_deadline ? (
            <span>
              <Clock aria-hidden="true" />
              {t("field.due", { day: formatDay(quest.quest_deadline) })}
            </span>
          ) : null}
        </p>
      </div>
    </header>
  );
}

function Page({ quest, children }: { quest?: Quest; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <PageTitle>{quest ? t("field.titleOf", { questName: quest.quest_name }) : t("field.title")}</PageTitle>
      {quest ? null : <h1 className="visually-hidden">{t("field.title")}</h1>}
      {children}
    </div>
  );
}
