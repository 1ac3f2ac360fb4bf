import { useEffect, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { t as adminText } from "../../../generated/web-texts/admin.ts";
import { t } from "../../../generated/web-texts/lesson-editor.ts";
import { t as progressText } from "../../../generated/web-texts/progress.ts";
import { FormQuestions } from "../features/lessons/card-form.tsx";
import { type CardDraft, emptyCard, questionsOf } from "../features/lessons/lesson-draft.ts";
import { LessonEditor } from "../features/lessons/lesson-editor.tsx";
import { ApiError, sentenceOf } from "../foundation/api/api-error.ts";
import { call } from "../foundation/api/client.ts";
import { parseId, useQuest } from "../foundation/api/quests.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { useTeams } from "../foundation/auth/use-teams.ts";
import { deskPaths } from "../foundation/desk-paths.ts";
import { paths } from "../foundation/paths.ts";
import { Banner } from "../ui/banner.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { AdminOnly } from "./desk/admin-only.tsx";

/** The editor of a quest's lesson. `?sample=` adds a card from a data point. */
export function AdminLessonPage() {
  const { id } = useParams();
  return (
    <AdminOnly title={t("lesson.editor.title")} leastRole="coordinator">
      <EditLesson key={id} questId={parseId(id)} />
    </AdminOnly>
  );
}

const hasNone = (error: unknown) => error instanceof ApiError && error.code === "lesson_not_found";

function EditLesson({ questId }: { questId: number | undefined }) {
  const { data: quest, error: questError } = useQuest(questId, { isAsWritten: true });
  const { mayFor } = useTeams();
  const of = questId === undefined ? undefined : { params: { id: questId } };
  // A refetched version would be another one than that which is being changed.
  const answer = useCall("getLesson", of, { revalidateOnFocus: false, shouldRetryOnError: (error) => !hasNone(error) });
  const { error } = answer;
  // A deleted lesson leaves its last answer.
  const lesson = hasNone(error) ? undefined : answer.data;
  const [turn, setTurn] = useState(0);
  const reload = async () => {
    await answer.mutate();
    setTurn(turn + 1);
  };
  const sample = useSampleCard();
  const isRefused =
    questId === undefined || questError !== undefined || (quest && !mayFor(quest.organization.id, "coordinator"));
  if (isRefused) {
    return (
      <EmptyState action={<ButtonLink to={deskPaths.quests}>{adminText("admin.header.quests")}</ButtonLink>}>
        {questError === undefined ? t("lesson.editor.failed") : sentenceOf(questError)}
      </EmptyState>
    );
  }
  const isKnown = lesson !== undefined || hasNone(error);
  return (
    <>
      <header className="stack gap-4">
        <h1>{quest ? t("lesson.editor.titleOf", { questName: quest.quest_name }) : t("lesson.editor.title")}</h1>
        <p>
          <Link to={deskPaths.questProgress(questId)}>{progressText("progress.title")}</Link>
        </p>
        {lesson ? (
          <p>
            <Link to={paths.questLesson(questId)}>{t("lesson.editor.see")}</Link>
          </p>
        ) : null}
        <p className="muted">{t("lesson.editor.lead")}</p>
      </header>
      {sample.problem === undefined ? null : (
        <Banner tone="danger">{t("lesson.editor.sample.failed", { reason: sample.problem })}</Banner>
      )}
      {quest && isKnown && !sample.isLoading ? (
        <FormQuestions value={questionsOf(quest.protocol, quest.quest_type)}>
          <LessonEditor
            key={turn}
            questId={quest.id}
            organizationId={quest.organization.id}
            lesson={lesson}
            added={turn === 0 ? sample.card : undefined}
            onReload={reload}
          />
        </FormQuestions>
      ) : error !== undefined && !hasNone(error) ? (
        <FailedState message={t("lesson.editor.failed")} onRetry={() => void answer.mutate()}>
          {sentenceOf(error)}
        </FailedState>
      ) : (
        <Loading height="20rem" />
      )}
    </>
  );
}

type SampleCard = { isLoading: boolean; card?: CardDraft; problem?: string };

/** An accepted data point is a good example; a denied one is a bad example with the reviewer's reason. */
function useSampleCard(): SampleCard {
  const [search, setSearch] = useSearchParams();
  const [sampleId] = useState(search.get("sample"));
  const [state, setState] = useState<SampleCard>({ isLoading: sampleId !== null });
  useEffect(() => {
    if (sampleId === null) return;
    setSearch({}, { replace: true });
    makeCard(sampleId).then(
      (card) => setState({ isLoading: false, card }),
      (error: unknown) => setState({ isLoading: false, problem: sentenceOf(error) }),
    );
  }, [sampleId, setSearch]);
  return state;
}

async function makeCard(id: string): Promise<CardDraft> {
  const { review } = await call("getSample", { params: { id } });
  const picture = await call("copySamplePhoto", { params: { id } });
  const isGood = review?.decision !== "denied";
  const reason = t(isGood ? "lesson.editor.sample.reasonGood" : "lesson.editor.sample.reasonBad");
  return {
    ...emptyCard(),
    key: `s-${id}`,
    text: t(isGood ? "lesson.editor.sample.good" : "lesson.editor.sample.bad"),
    picture: { ...picture, alt: t(isGood ? "lesson.editor.sample.altGood" : "lesson.editor.sample.altBad") },
    kind: "example",
    isGood,
    reason: (isGood ? undefined : review?.comment?.trim()) || reason,
  };
}
