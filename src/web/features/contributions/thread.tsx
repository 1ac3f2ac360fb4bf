import Send from "lucide-react/icons/send";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { ContributionDetail } from "../../../contract/contributions.ts";
import { messageLength } from "../../../contract/limits.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Instant } from "../../components/instant.tsx";
import { announce } from "../../components/live-region.tsx";
import { outboxFailure } from "../../measuring/outbox-failure.ts";
import { saveMessage } from "../../outbox/outbox.ts";
import type { MessageRecord } from "../../outbox/record.ts";
import { t } from "../../texts/contributions.ts";
import styles from "./thread.module.css";

/** What was begun is in the tab's storage until it is saved. */
const begunKey = (id: string) => `cairn.message/${id}`;

/** The messages between an adventurer and the reviewers of a data point, those that wait on this phone too. */
export function Thread({
  account,
  of: { id, quest, messages },
  waiting,
}: {
  account: string;
  of: ContributionDetail;
  /** The oldest first. */
  waiting: readonly MessageRecord[];
}) {
  const form = useRef<HTMLFormElement>(null);
  const titleId = useId();
  const [text, setText] = useState(() => sessionStorage.getItem(begunKey(id)) ?? "");
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    if (text === "") sessionStorage.removeItem(begunKey(id));
    else sessionStorage.setItem(begunKey(id), text);
  }, [id, text]);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const written = text.trim();
    if (written.length === 0 || written.length > messageLength.max) {
      setError(
        written.length === 0
          ? t("contributions.thread.empty.error")
          : t("contributions.answer.tooLong", { max: messageLength.max }),
      );
      form.current?.querySelector("textarea")?.focus();
      return;
    }
    setIsBusy(true);
    setFailure(undefined);
    try {
      await saveMessage(account, { id: quest.id, name: quest.quest_name }, id, written);
      setText("");
      announce(t("contributions.thread.saved"));
    } catch (problem) {
      setFailure(outboxFailure(problem));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{t("contributions.thread.title")}</h2>
      {messages.length + waiting.length === 0 ? (
        <p className={styles.none}>{t("contributions.thread.empty")}</p>
      ) : (
        <ol className={styles.messages}>
          {messages.map((message) => (
            <li key={message.id} className={styles.message} data-own={!message.is_reviewer || undefined}>
              <p className={styles.author}>
                <strong>
                  {message.is_reviewer
                    ? t("contributions.thread.reviewer", { author: message.author })
                    : t("contributions.thread.you")}
                </strong>
                <Instant of={message.written_at} />
              </p>
              <p className={styles.text}>{message.text}</p>
            </li>
          ))}
          {waiting.map(({ localId, text: written, state, problem }) => (
            <li key={localId} className={styles.message} data-own data-waits>
              <p className={styles.author}>
                <strong>{t("contributions.thread.you")}</strong>
              </p>
              <p className={styles.text}>{written}</p>
              <p className={styles.state} data-refused={state === "refused" || undefined}>
                {state === "refused"
                  ? t("contributions.thread.refused", { reason: problem?.message ?? "" })
                  : t("contributions.thread.waits")}
              </p>
            </li>
          ))}
        </ol>
      )}
      <form ref={form} className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        {failure ? <Banner tone="danger">{failure}</Banner> : null}
        <Field label={t("contributions.thread.label")} error={error}>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              value={text}
              onChange={(event) => {
                setError(undefined);
                setText(event.currentTarget.value);
              }}
            />
          )}
        </Field>
        <Button type="submit" icon={<Send aria-hidden="true" />} busy={isBusy} className={styles.send}>
          {t("contributions.thread.send")}
        </Button>
      </form>
    </section>
  );
}
