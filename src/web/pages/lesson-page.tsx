import CircleCheck from "lucide-react/icons/circle-check";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useParams } from "react-router";
import { t } from "../../../generated/web-texts/lesson.ts";
import { judgeAttempt } from "../../contract/lesson-rules.ts";
import type { Lesson, LessonAnswers } from "../../contract/lessons.ts";
import type { Quest } from "../../contract/quests.ts";
import { outboxFailure } from "../capture/measuring/outbox-failure.ts";
import { whereSaved } from "../capture/measuring/where-saved.ts";
import { LessonPlayer } from "../features/lessons/lesson-player.tsx";
import { beginRun, findRun, keepRun, type LessonRun } from "../features/lessons/lesson-run.ts";
import styles from "../features/lessons/lessons.module.css";
import { useKeptLesson } from "../features/lessons/use-kept-lesson.ts";
import { hasNoAnswer, isMissing, sentenceOf } from "../foundation/api/api-error.ts";
import { parseId, useAdventurerQuest } from "../foundation/api/quests.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { paths } from "../foundation/paths.ts";
import { saveAttempt } from "../outbox/saved-records.ts";

import { BackLink } from "../ui/back-link.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { Loading } from "../ui/skeleton.tsx";

/** A quest's lesson, one card a screen. Works offline. */
export function LessonPage() {
  const questId = parseId(useParams().id);
  const { status, username } = useAuth();
  const isKnown = status !== "unknown";
  const { quest, record, error: questError, reload } = useAdventurerQuest(username, isKnown ? questId : undefined);
  const lesson = useCall("getLesson", isKnown && questId !== undefined ? { params: { id: questId } } : undefined);
  const error = lesson.error ?? questError;
  const isDeleted = isMissing(lesson.error);
  const title = quest ? t("lesson.titleOf", { questName: quest.quest_name }) : t("lesson.title");
  return (
    <div className={`stack gap-16 ${styles.page}`}>
      <PageTitle>{title}</PageTitle>
      {questId === undefined ? null : <BackLink to={paths.quest(questId)}>{t("lesson.back")}</BackLink>}
      <h1 className="text-22">{title}</h1>
      {(lesson.data || isDeleted) && quest && record !== undefined ? (
        <Learning
          key={`${username} ${quest.id}`}
          newest={isDeleted ? undefined : lesson.data}
          quest={quest}
          account={username}
          hasJoined={record !== null}
        />
      ) : error === undefined && questId !== undefined ? (
        <Loading height="60dvh" />
      ) : questId === undefined || isMissing(error) ? (
        <EmptyState>{t("lesson.none")}</EmptyState>
      ) : (
        <FailedState message={t("lesson.failed")} onRetry={() => void Promise.all([lesson.mutate(), reload()])}>
          {hasNoAnswer(error) ? t("lesson.notSaved") : sentenceOf(error)}
        </FailedState>
      )}
    </div>
  );
}

function Learning({
  newest,
  quest,
  account,
  hasJoined,
}: {
  /** Who has begun an older one ends that one. Undefined if there is none, or none any more. */
  newest: Lesson | undefined;
  quest: Quest;
  account: string | undefined;
  hasJoined: boolean;
}) {
  const whose = { account, questId: quest.id };
  const begin = () => newest && beginRun(newest, Date.now());
  const [run, setRun] = useState<LessonRun | undefined>(() => findRun(whose) ?? begin());
  useKeptLesson(quest.id, newest?.version);
  const change = (next: LessonRun | undefined) => {
    setRun(next);
    keepRun(whose, next);
  };
  if (!run) return <EmptyState>{t("lesson.none")}</EmptyState>;
  if (run.queue.length > 0) {
    return (
      <>
        {newest ? null : <DeletedNote to={hasJoined ? paths.questData(quest.id) : undefined} />}
        <LessonPlayer run={run} onRun={change} />
      </>
    );
  }
  return (
    <Passed
      run={run}
      newest={newest}
      quest={quest}
      account={hasJoined ? account : undefined}
      onKept={() => keepRun(whose, undefined)}
      onBegin={() => change(begin())}
    />
  );
}

function DeletedNote({ to }: { to: string | undefined }) {
  const onward = to === undefined ? undefined : <ButtonLink to={to}>{t("lesson.measure")}</ButtonLink>;
  return (
    <Banner tone="info" action={onward}>
      {t("lesson.deleted")}
    </Banner>
  );
}

function Passed({
  run,
  newest,
  quest,
  account,
  onKept,
  onBegin,
}: {
  run: LessonRun;
  newest: Lesson | undefined;
  quest: Quest;
  /** Undefined unless they have joined the quest. */
  account: string | undefined;
  onKept: () => void;
  onBegin: () => void;
}) {
  const { lesson, startedAtMs } = run;
  const answers = run.answers as LessonAnswers;
  const heading = useRef<HTMLHeadingElement>(null);
  const hasSaved = useRef(false);
  const [state, setState] = useState<"saving" | { kept: string } | { problem: string }>("saving");
  useEffect(() => heading.current?.focus(), []);
  const save = async () => {
    if (account === undefined) return onKept();
    setState("saving");
    try {
      const { localId } = await saveAttempt(
        account,
        { id: quest.id, name: quest.quest_name },
        { version: lesson.version, startedAtMs, answers },
      );
      onKept();
      setState({ kept: whereSaved(localId, t("lesson.passed.kept")) });
    } catch (error) {
      setState({ problem: outboxFailure(error) });
    }
  };
  useEffect(() => {
    // An effect may run twice.
    if (hasSaved.current) return;
    hasSaved.current = true;
    void save();
  });
  const { wrong } = judgeAttempt(lesson.cards, answers);
  const isOutdated = newest !== undefined && lesson.version < newest.version && newest.asked !== "never";
  return (
    <section className={`stack gap-16 shrinks ${styles.passed}`} aria-labelledby="lesson-passed">
      <CircleCheck aria-hidden="true" />
      <h2 id="lesson-passed" ref={heading} tabIndex={-1}>
        {t("lesson.passed")}
      </h2>
      <p>{t("lesson.passed.first", { wrong: wrong.length })}</p>
      {account === undefined ? (
        <Ended words={t("lesson.passed.notJoined")}>
          <ButtonLink tone="next" wide to={paths.quest(quest.id)}>
            {t("lesson.quest")}
          </ButtonLink>
        </Ended>
      ) : typeof state === "object" && "problem" in state ? (
        <Banner tone="danger" action={<Button onClick={() => void save()}>{t("app.tryAgain")}</Button>}>
          {state.problem}
        </Banner>
      ) : (
        <Ended words={state === "saving" ? t("lesson.saving") : state.kept}>
          <ButtonLink tone={isOutdated ? "quiet" : "next"} wide to={paths.questData(quest.id)}>
            {t("lesson.measure")}
          </ButtonLink>
        </Ended>
      )}
      {isOutdated ? (
        <Banner
          tone="info"
          action={
            <Button tone="next" onClick={onBegin}>
              {t("lesson.newer.begin")}
            </Button>
          }
        >
          {t("lesson.newer")}
        </Banner>
      ) : newest ? (
        <Button tone="plain" onClick={onBegin}>
          {t("lesson.repeat")}
        </Button>
      ) : null}
    </section>
  );
}

function Ended({ words, children }: { words: string; children: ReactNode }) {
  return (
    <>
      <p role="status" className="muted breaks">
        {words}
      </p>
      {children}
    </>
  );
}
