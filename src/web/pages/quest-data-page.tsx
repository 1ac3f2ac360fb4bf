import MapPin from "lucide-react/icons/map-pin";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { t } from "../../../generated/web-texts/field.ts";
import { t as questText } from "../../../generated/web-texts/quest-load.ts";
import type { QuestDataPoint } from "../../contract/data-points.ts";
import type { AdventurerQuest } from "../../contract/participations.ts";
import type { Quest } from "../../contract/quests.ts";
import { countCollected, soFar } from "../features/data-points/collected.ts";
import { QuestProgress, QuestTotals } from "../features/data-points/quest-progress.tsx";
import { VersionedUploadForm } from "../features/data-points/versioned-upload-form.tsx";
import { hasNoAnswer } from "../foundation/api/api-error.ts";
import { useOwnDataPoints } from "../foundation/api/data-points.ts";
import { parseId, useAdventurerQuest } from "../foundation/api/quests.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { paths } from "../foundation/paths.ts";
import { lazily } from "../foundation/texts/lazily.ts";
import { inItsLanguage } from "../foundation/texts/reader-language.ts";
import { takeAlongLater } from "../offline/take-along-later.ts";
import { outboxOfQuest, useOutbox } from "../outbox/use-outbox.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { ContourCover } from "../ui/contour-cover.tsx";
import { formatDate } from "../ui/dates.ts";
import { PageTitle } from "../ui/live-region.tsx";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { Part } from "../ui/part.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { WhenFetched } from "../ui/when-fetched.tsx";
import styles from "./quest-data-page.module.css";

const RoomWarning = lazily("RoomWarning", () => import("./beside-form.tsx").catch(() => ({ RoomWarning: () => null })));
const JoinedNote = lazily("JoinedNote", () => import("./beside-form.tsx"));
const LessonFirst = lazily("LessonFirst", () =>
  import("../features/lessons/lesson-first.tsx").catch(() => ({
    LessonFirst: ({ children }: { children: ReactNode }) => children,
  })),
);
const TargetReached = lazily("TargetReached", () => import("./beside-form.tsx"));
const BesideForm = lazily("BesideForm", () => import("./beside-form.tsx"));
const AfterEnd = lazily("AfterEnd", () => import("./beside-form.tsx"));

/** Another tab may have delivered it and adds it to the list. */
const toldWithinMs = 1_500;

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
          {questText("quest.load.missing")}
        </EmptyState>
      </Page>
    );
  }
  if (error !== undefined) {
    return (
      <Page>
        <FailedState message={questText("quest.load.failed")} onRetry={() => void reload()}>
          {hasNoAnswer(error) ? questText("quest.load.notSaved") : null}
        </FailedState>
      </Page>
    );
  }
  if (!isKnown || isLoading || !quest || record === undefined) {
    return (
      <Page>
        <Loading>
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
          {/* The session may have ended while measuring. */}
          {t(username === undefined ? "field.signedOut" : "field.notSignedUp")}
        </EmptyState>
      ) : (
        <Collection record={{ ...record, quest }} username={username} onRecordChange={reload} />
      )}
    </Page>
  );
}

function Collection({
  record,
  username,
  onRecordChange,
}: {
  record: AdventurerQuest;
  username: string;
  onRecordChange: () => Promise<unknown>;
}) {
  const { quest } = record;
  const isCompleted = record.status === "completed";
  const own = useOwnDataPoints(username, quest.id);
  const { list, points, summary } = own;
  const { refresh } = list;
  const wanted = useWantedPoint();
  const { outbox, opened } = useOutboxOfQuest(username, quest.id, points, wanted);
  const isSubmitted = isCompleted || outbox.completion !== undefined;
  const waitingCount = outbox.waiting.length;
  const onThisPhone = useMemo(() => [...outbox.justDelivered, ...outbox.waiting], [outbox]);
  // A form that is open stays where it is.
  const [hadLesson] = useState(Boolean(record.lesson));
  const hasJustJoined = useLocation().state?.hasJustJoined === true;
  const navigate = useNavigate();

  // Refreshes list, counts and status after deliveries in any tab.
  const hasUnsent = waitingCount > 0 || outbox.completion !== undefined;
  const hadUnsent = useRef(hasUnsent);
  const latestRefresh = useRef(refresh);
  useEffect(() => {
    latestRefresh.current = refresh;
  });
  const missingCount = outbox.justDelivered.length;
  const before = useRef(waitingCount);
  useEffect(() => {
    const hasFewer = waitingCount < before.current;
    before.current = waitingCount;
    if (missingCount === 0 && !hasFewer) return;
    // The delivering tab has usually added it by then.
    const timer = setTimeout(() => void latestRefresh.current(), missingCount > 0 ? toldWithinMs : 0);
    return () => clearTimeout(timer);
  }, [missingCount, waitingCount]);
  useEffect(() => {
    if (hadUnsent.current && !hasUnsent) void onRecordChange();
    hadUnsent.current = hasUnsent;
  }, [hasUnsent, onRecordChange]);
  useEffect(() => takeAlongLater(username, quest.id), [username, quest.id]);
  // Paints the quest's name first.
  const isNamed = useDeferredValue(true, false);
  const counts = summary && countCollected(summary, points ?? [], outbox);
  /** Where the form says how accurate the position is. */
  const [accuracyPlace, setAccuracyPlace] = useState<HTMLElement | null>(null);
  if (!isNamed) return <Skeleton height="100dvh" radius="10px" />;
  // Afterwards it is there for a draft that is opened in the outbox.
  const form =
    isSubmitted && !opened ? null : (
      <Part>
        <VersionedUploadForm
          key={`${username}/${quest.id}`}
          username={username}
          quest={quest}
          ownPoints={points}
          summary={summary}
          waiting={onThisPhone}
          wanted={wanted}
          hasStations={Boolean(record.station_count)}
          collected={counts && soFar(quest, counts)}
          accuracyPlace={accuracyPlace}
        />
      </Part>
    );
  return (
    <div className={`grid gap-24 ${styles.collection}`}>
      <div className="stack gap-12 shrinks">
        {counts ? (
          <Part>
            <QuestProgress quest={quest} count={counts.uploaded} onPhoneCount={waitingCount} ref={setAccuracyPlace} />
          </Part>
        ) : (
          <Skeleton height="2.75rem" />
        )}
        <WhenFetched>
          <AfterEnd record={record} isSubmitted={isSubmitted} outbox={outbox} opened={opened} />
        </WhenFetched>
        {hasJustJoined && !points?.length && onThisPhone.length === 0 ? (
          <WhenFetched>
            <JoinedNote quest={quest} onClose={() => void navigate(".", { replace: true })} />
          </WhenFetched>
        ) : null}
        <WhenFetched>{isSubmitted ? null : <RoomWarning />}</WhenFetched>
        <WhenFetched>
          {isSubmitted ? null : <TargetReached record={record} username={username} counts={counts} outbox={outbox} />}
        </WhenFetched>
        {form && hadLesson ? (
          <WhenFetched fallback={<Skeleton height="18rem" radius="10px" />}>
            <LessonFirst username={username} questId={quest.id} lesson={record.lesson} wanted={wanted}>
              {form}
            </LessonFirst>
          </WhenFetched>
        ) : (
          form
        )}
        <Part>
          <QuestTotals changes={counts?.changes ?? 0} totalCount={record.total_data_point_count} />
        </Part>
      </div>
      <div className="stack gap-24 shrinks">
        <WhenFetched fallback={<Skeleton height="27rem" radius="10px" />}>
          <BesideForm
            record={record}
            username={username}
            isCompleted={isCompleted}
            counts={counts}
            own={own}
            outbox={outbox}
          />
        </WhenFetched>
      </div>
    </div>
  );
}

/** The last outbox record in the URL. Read once; after a reload, the form continues with its draft. */
function useWantedPoint(): string | undefined {
  const [search, setSearch] = useSearchParams();
  const named = search.get("point") ?? undefined;
  const [wanted, setWanted] = useState(named);
  useEffect(() => {
    if (named === undefined) return;
    setWanted(named);
    setSearch({}, { replace: true });
  }, [named, setSearch]);
  return wanted;
}

/** The quest's records on this phone that the server's list lacks, and the wanted one while it is a draft. */
function useOutboxOfQuest(
  username: string,
  questId: number,
  dataPoints: readonly QuestDataPoint[] | undefined,
  wanted: string | undefined,
) {
  const { records } = useOutbox(username);
  const listed = useMemo(
    () => ({ ids: new Set(dataPoints?.map(({ id }) => id)), atMs: dataPoints === undefined ? 0 : Date.now() }),
    [dataPoints],
  );
  const outbox = useMemo(() => outboxOfQuest(records, questId, listed.ids, listed.atMs), [records, questId, listed]);
  const opened = records.find(({ localId, state }) => localId === wanted && state === "draft");
  return { outbox, opened };
}

function Hero({ quest }: { quest: Quest }) {
  const place = quest.locations[0];
  return (
    <header className={styles.hero}>
      <ContourCover seed={quest.id} type={quest.quest_type} width={960} height={200} className={styles.cover} />
      <div className={`stack start ${styles.headline}`}>
        <h1 className={styles.title}>
          <Link to={paths.quest(quest.id)} className={styles.name} {...inItsLanguage(quest)}>
            {quest.quest_name}
          </Link>
        </h1>
        <p className={`cluster wide ${styles.facts}`}>
          {place ? (
            <span className={`row center gap-4 ${styles.place}`}>
              <MapPin aria-hidden="true" />
              <span>{[place.locality, place.administrative_area].join(", ")}</span>
            </span>
          ) : null}
          {quest.quest_deadline ? <span>{t("field.due", { day: formatDate(quest.quest_deadline) })}</span> : null}
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
