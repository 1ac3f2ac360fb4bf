import ArrowRight from "lucide-react/icons/arrow-right";
import ChartColumn from "lucide-react/icons/chart-column";
import CircleSlash from "lucide-react/icons/circle-slash";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { t } from "../../../generated/web-texts/quest.ts";
import { t as questsText } from "../../../generated/web-texts/quests.ts";
import { findJoinObstacle } from "../../contract/joining-rules.ts";
import type { AdventurerQuest } from "../../contract/participations.ts";
import type { Quest } from "../../contract/quests.ts";
import { ApplyDialog, intendToJoin, justJoined, takeIntentionToJoin } from "../features/quests/apply-dialog.tsx";
import { ClosedPill, closedWords } from "../features/quests/quest-availability.tsx";
import styles from "../features/quests/quest-view.module.css";
import { BodySkeleton, QuestView } from "../features/quests/quest-view.tsx";
import { hasNoAnswer, sentenceOf } from "../foundation/api/api-error.ts";
import { joinQuest } from "../foundation/api/participation-steps.ts";
import { parseId, useAdventurerQuest } from "../foundation/api/quests.ts";
import { deadlineDay } from "../foundation/api/server-clock.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { paths } from "../foundation/paths.ts";
import { lazily } from "../foundation/texts/lazily.ts";
import { Banner } from "../ui/banner.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { Pill } from "../ui/pill.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { WhenFetched } from "../ui/when-fetched.tsx";

const JoinedParts = lazily("JoinedParts", () => import("./joined-parts.tsx"));
const JoinedProgress = lazily("JoinedProgress", () => import("./joined-parts.tsx"));
const JoinedTools = lazily("JoinedTools", () => import("./joined-parts.tsx"));
const NoteForTeam = lazily("NoteForTeam", () => import("./desk/team-parts.tsx"));
const ProgressLink = lazily("ProgressLink", () => import("./desk/team-parts.tsx"));

/** One quest. The next step depends on the user. */
export function QuestDetailPage() {
  const { id: idText } = useParams();
  const id = parseId(idText);
  const auth = useAuth();
  const { quest, record, error, isMissing, reload } = useAdventurerQuest(auth.username, id);

  if (!quest) {
    return (
      <>
        <PageTitle>{t(isMissing ? "quest.load.missing" : "quest.title")}</PageTitle>
        <h1 className="visually-hidden">{t("quest.title")}</h1>
        {isMissing ? (
          <EmptyState action={<ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>}>
            {t("quest.load.missing")}
          </EmptyState>
        ) : error ? (
          <FailedState message={t("quest.load.failed")} onRetry={() => void reload()}>
            {hasNoAnswer(error) ? t("quest.load.notSaved") : sentenceOf(error)}
          </FailedState>
        ) : (
          <QuestSkeleton />
        )}
      </>
    );
  }
  return (
    <QuestDetail
      key={quest.id}
      quest={quest}
      record={record ?? undefined}
      username={auth.username}
      membership={auth.isLoggedIn ? (record ? "joined" : record === null ? "apart" : "unknown") : "visitor"}
      onSignUp={() => {
        intendToJoin(quest.id);
        void auth.signIn({ signUp: true, returnTo: paths.joinQuest(quest.id) });
      }}
      onJoin={async () => {
        if (!auth.username) return;
        await joinQuest(auth.username, quest.id);
        const { username } = auth;
        void import("../offline/take-along.ts").then(
          ({ takeAlongIfNeeded }) => takeAlongIfNeeded(username, quest.id),
          console.warn,
        );
      }}
    />
  );
}

type Membership = "visitor" | "joined" | "apart" | "unknown";

function QuestDetail({
  quest,
  record,
  username,
  membership,
  onSignUp,
  onJoin,
}: {
  quest: Quest;
  record: AdventurerQuest | undefined;
  username: string | undefined;
  membership: Membership;
  onSignUp: () => void;
  onJoin: () => Promise<void>;
}) {
  const [search, setSearch] = useSearchParams();
  const [hasJoined, setHasJoined] = useState(false);
  const navigate = useNavigate();
  const [joinsAtOnce, setJoinsAtOnce] = useState(() => search.has("join") && takeIntentionToJoin(quest.id));
  const banner = useRef<HTMLDivElement>(null);
  const aboutId = useId();
  const obstacle = findJoinObstacle(quest, deadlineDay());
  // In the URL, so that the dialog opens after a sign-in.
  const isApplying = search.has("join") && membership === "apart" && obstacle === undefined;
  const askToJoin = (asks: boolean) => setSearch(asks ? { join: "" } : {}, { replace: true });
  const closed = membership === "unknown" ? undefined : closedWords(quest, membership === "joined");

  // The button that opened the dialog is gone, so the banner takes the focus.
  useEffect(() => {
    if (hasJoined) banner.current?.focus();
  }, [hasJoined]);

  return (
    <div className={`stack gap-16 pad-16 ${styles.page}`}>
      <PageTitle>{quest.quest_name}</PageTitle>
      {membership !== "visitor" && quest.quest_status === "INACTIVE" ? (
        <WhenFetched>
          <NoteForTeam quest={quest} />
        </WhenFetched>
      ) : null}
      <div ref={banner} tabIndex={-1} className="if-any">
        {hasJoined ? (
          <Banner tone="ok" onClose={() => setHasJoined(false)}>
            {t("quest.joined", { questName: quest.quest_name })}
          </Banner>
        ) : null}
      </div>
      <QuestView
        quest={quest}
        canShare
        progress={
          record ? (
            <WhenFetched fallback={<Skeleton width="10rem" height="var(--control-height)" radius="8px" />}>
              <JoinedProgress quest={quest} record={record} />
            </WhenFetched>
          ) : undefined
        }
        tools={
          membership === "joined" && username !== undefined ? (
            <WhenFetched fallback={[1, 2, 3].map((each) => <Skeleton key={each} radius="8px" />)}>
              <JoinedTools username={username} quest={quest} />
            </WhenFetched>
          ) : undefined
        }
        pill={
          record?.status === "completed" ? (
            <Pill tone="ok">{questsText("quests.card.completed")}</Pill>
          ) : closed ? (
            <ClosedPill>{closed}</ClosedPill>
          ) : null
        }
      >
        {obstacle && (membership === "apart" || membership === "visitor") ? (
          <p className={`row gap-8 strong ${styles.closed}`}>
            <CircleSlash aria-hidden="true" />
            {t(`quest.closed.${obstacle}`)}
          </p>
        ) : null}
        {record ? (
          <p id={aboutId} className="muted">
            {aboutDataLink(record)}
          </p>
        ) : null}
        {obstacle && membership === "apart" ? null : (
          <div className={styles.action}>
            <MainAction
              membership={membership}
              questId={quest.id}
              isCompleted={record?.status === "completed"}
              aboutId={aboutId}
              onSignUp={onSignUp}
              onApply={() => askToJoin(true)}
            />
          </div>
        )}
        {membership === "joined" && username !== undefined ? (
          <WhenFetched>
            <JoinedParts username={username} quest={quest} record={record} />
          </WhenFetched>
        ) : null}
        {quest.results?.visibility === "public" ? (
          <ButtonLink to={paths.questResults(quest.id)} icon={<ChartColumn aria-hidden="true" />}>
            {t("quest.results")}
          </ButtonLink>
        ) : null}
        {username === undefined ? null : (
          <WhenFetched>
            <ProgressLink quest={quest} />
          </WhenFetched>
        )}
      </QuestView>
      <ApplyDialog
        quest={quest}
        open={isApplying}
        joinsAtOnce={joinsAtOnce}
        onClose={() => {
          setJoinsAtOnce(false);
          askToJoin(false);
        }}
        onJoin={async () => {
          await onJoin();
          if (joinsAtOnce) return navigate(paths.questData(quest.id), { replace: true, state: justJoined });
          askToJoin(false);
          setHasJoined(true);
        }}
      />
    </div>
  );
}

/** "Submit Data" stands on the data screen too, where it completes the quest. */
function aboutDataLink({ quest, status }: AdventurerQuest): string {
  if (status === "completed") return t("quest.ownPoints.about");
  return t(closedWords(quest, true) ? "quest.submitData.closed" : "quest.submitData.about");
}

function MainAction({
  membership,
  questId,
  isCompleted,
  aboutId,
  onSignUp,
  onApply,
}: {
  membership: Membership;
  questId: number;
  isCompleted: boolean;
  /** Of what describes it for those who joined. */
  aboutId: string;
  onSignUp: () => void;
  onApply: () => void;
}): ReactNode {
  if (membership === "visitor") {
    return (
      <ButtonLink
        to="#sign-up"
        tone="next"
        wide
        onClick={(event) => {
          event.preventDefault();
          onSignUp();
        }}
      >
        {t("quest.signUp")}
      </ButtonLink>
    );
  }
  if (membership === "joined") {
    return (
      <ButtonLink to={paths.questData(questId)} tone={isCompleted ? "quiet" : "next"} wide aria-describedby={aboutId}>
        {t(isCompleted ? "quest.ownPoints" : "quest.submitData")}
        <ArrowRight aria-hidden="true" />
      </ButtonLink>
    );
  }
  if (membership === "apart") {
    return (
      <Button tone="next" wide onClick={onApply}>
        {t("quest.apply")}
      </Button>
    );
  }
  return <Skeleton height="var(--control-height)" radius="8px" />;
}

function QuestSkeleton() {
  return (
    <div className={`stack gap-16 pad-16 ${styles.page}`}>
      <Loading>
        <div className={`grid gap-24 ${styles.top}`}>
          <Skeleton height="22rem" radius="10px" />
          <Skeleton height="22rem" radius="10px" />
        </div>
        <BodySkeleton />
      </Loading>
    </div>
  );
}
