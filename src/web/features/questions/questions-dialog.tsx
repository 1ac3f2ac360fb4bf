import { type FormEvent, useState } from "react";
import { t } from "../../../../generated/web-texts/questions.ts";
import type { Question } from "../../../contract/questions.ts";
import { refetch } from "../../foundation/api/answers-by-call.ts";
import { call } from "../../foundation/api/client.ts";
import { useListInParts } from "../../foundation/api/list-parts.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FetchedInParts } from "../../ui/fetched.tsx";
import { WordsAndInstant } from "../../ui/instant.tsx";
import { announce } from "../../ui/live-region.tsx";
import { Pill } from "../../ui/pill.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { QuestionText } from "./question-text.tsx";
import styles from "./questions.module.css";

const questionsPerPart = 20;

/** Volunteers' questions about a quest, open ones first, with a form for each answer. */
export function QuestionsDialog({
  quest,
  onClose,
}: {
  quest: { id: number; quest_name: string };
  onClose: () => void;
}) {
  const list = useListInParts("listQuestions", {
    params: { id: quest.id },
    query: { limit: questionsPerPart },
  });
  /** Answers being written, by question. */
  const [drafts, setDrafts] = useState<Record<number, string>>({});
  const isBegun = Object.values(drafts).some((text) => text.trim() !== "");
  return (
    <Dialog
      open
      title={t("questions.title", { questName: quest.quest_name })}
      onClose={onClose}
      keepOnOutsideClick={isBegun}
      widthPx={760}
      footer={<Button onClick={onClose}>{t(isBegun ? "questions.cancel" : "questions.close")}</Button>}
    >
      <FetchedInParts list={list} empty={t("questions.none")}>
        {(questions) => (
          <div className="stack gap-12 shrinks">
            <p className="muted">{t("questions.intro")}</p>
            <ul className={`stack gap-12 shrinks ${styles.list}`}>
              {questions.map((question) => (
                <li key={question.id} className="stack gap-8 shrinks">
                  <Asked question={question} />
                  {question.answer === null ? (
                    <AnswerForm
                      question={question}
                      text={drafts[question.id] ?? ""}
                      onText={(text) => setDrafts((others) => ({ ...others, [question.id]: text }))}
                      onAnswered={list.reload}
                    />
                  ) : (
                    <Answer of={question} />
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </FetchedInParts>
    </Dialog>
  );
}

function Asked({ question: { asked_by, asked_at, text, answer } }: { question: Question }) {
  return (
    <>
      <p className="cluster center gap-4 across-12 muted small">
        <WordsAndInstant words={asked_by} of={asked_at} />
        {answer === null ? <Pill tone="warning">{t("questions.open")}</Pill> : null}
      </p>
      <p className="breaks keeps-lines" dir="auto">
        {text}
      </p>
    </>
  );
}

function Answer({ of: { answer, answered_by, answered_at, is_reported } }: { of: Question }) {
  return (
    <div className={`stack gap-4 ${styles.answer}`}>
      <p className="cluster center gap-4 across-12 muted small">
        {answered_by !== null && answered_at !== null ? <WordsAndInstant words={answered_by} of={answered_at} /> : null}
        {is_reported ? <Pill tone="warning">{t("questions.reported")}</Pill> : null}
      </p>
      <p className="breaks keeps-lines" dir="auto">
        {answer}
      </p>
    </div>
  );
}

function AnswerForm({
  question: { id, asked_by },
  text,
  onText,
  onAnswered,
}: {
  question: Question;
  text: string;
  onText: (text: string) => void;
  onAnswered: () => Promise<unknown>;
}) {
  const [error, setError] = useState<string>();
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("questions.answer.failed", { reason }));

  function send(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === "") return setError(t("questions.answer.missing"));
    void run(async () => {
      await call("answerQuestion", { params: { id }, body: { text } });
      onText("");
      announce(t("questions.answer.sent"));
      void refetch(["listQuestSummaries", "countWaiting"]);
      await onAnswered();
    });
  }

  return (
    <form className="stack gap-12 shrinks" noValidate onSubmit={send}>
      <Banner tone="danger" onClose={dismiss}>
        {problem}
      </Banner>
      <QuestionText
        label={withNames((name) => t("questions.answer.label", { username: name(asked_by) }))}
        text={text}
        error={error}
        onText={(words) => {
          setError(undefined);
          onText(words);
        }}
      />
      <div>
        <Button tone="primary" type="submit" busy={isBusy}>
          {t("questions.answer.send")}
        </Button>
      </div>
    </form>
  );
}
