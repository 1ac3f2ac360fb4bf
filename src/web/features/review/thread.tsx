import { useRef, useState } from "react";
import type { Message } from "../../../contract/data-points.ts";
import { messageLength } from "../../../contract/limits.ts";
import { sentenceOf } from "../../api/api-error.ts";
import { findComment, keepComment } from "../../api/kept-comments.ts";
import { writeMessage } from "../../api/messages.ts";
import { currentAccount } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Instant } from "../../components/instant.tsx";
import { announce } from "../../components/live-region.tsx";
import { t } from "../../texts/sample.ts";
import styles from "./thread.module.css";

/** What volunteer and reviewers wrote to each other about a data point, and a field to go on. */
export function Thread({ dataPointId, messages }: { dataPointId: string; messages: readonly Message[] }) {
  return (
    <section className={styles.thread} aria-labelledby="thread-title">
      <h3 id="thread-title">{t("sample.thread")}</h3>
      {messages.length === 0 ? (
        <p className={styles.none}>{t("sample.thread.none")}</p>
      ) : (
        <ol className={styles.messages}>
          {messages.map(({ id, author, is_reviewer, text, revision, written_at }) => (
            <li key={id} data-reviewer={is_reviewer}>
              <p className={styles.by}>
                <strong>{author}</strong>
                <span>{t(is_reviewer ? "sample.thread.reviewer" : "sample.thread.adventurer")}</span>
                <Instant of={written_at} />
                <span>{t("sample.thread.revision", { number: revision })}</span>
              </p>
              <p className={styles.text} dir="auto">
                {text}
              </p>
            </li>
          ))}
        </ol>
      )}
      <WriteForm dataPointId={dataPointId} />
    </section>
  );
}

function WriteForm({ dataPointId }: { dataPointId: string }) {
  const keptAs = `${dataPointId}:message`;
  const [text, setText] = useState(() => findComment(currentAccount(), keptAs)?.text ?? "");
  const change = (next: string) => {
    setText(next);
    keepComment(currentAccount(), keptAs, { text: next });
  };
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** Of the text that was tried: sent again, it is the same message. */
  const tried = useRef<{ text: string; requestId: string }>(undefined);
  const field = useRef<HTMLTextAreaElement>(null);

  async function send() {
    const words = text.trim();
    if (isBusy) return;
    if (words === "") {
      setProblem(t("sample.thread.empty"));
      field.current?.focus();
      return;
    }
    if (tried.current?.text !== words) tried.current = { text: words, requestId: crypto.randomUUID() };
    setIsBusy(true);
    setProblem(undefined);
    try {
      await writeMessage(dataPointId, words, tried.current.requestId);
      tried.current = undefined;
      change("");
      announce(t("sample.thread.sent"));
    } catch (error) {
      setProblem(t("sample.thread.notSent", { reason: sentenceOf(error) }));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field
        label={t("sample.thread.write")}
        hint={text === "" ? undefined : t("sample.decision.count", { count: [...text].length, max: messageLength.max })}
        error={problem}
      >
        {(control) => (
          <textarea
            {...control}
            ref={field}
            value={text}
            rows={2}
            maxLength={messageLength.max}
            readOnly={isBusy}
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={isBusy}>
        {t("sample.thread.send")}
      </Button>
    </form>
  );
}
