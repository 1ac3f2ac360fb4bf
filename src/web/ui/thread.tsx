import Send from "lucide-react/icons/send";
import { type ReactNode, useId, useRef, useState } from "react";
import { t } from "../../../generated/web-texts/components.ts";
import { messageLength } from "../../contract/limits.ts";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import styles from "./thread.module.css";

export type ThreadMessage = {
  id: string | number;
  text: string;
  author: ReactNode;
  /** The reader's side wrote it. */
  isOwn: boolean;
  /** Beside the author. */
  details?: ReactNode;
  /** Where the message is, if the server does not have it yet. */
  waiting?: { words: string; isRefused: boolean };
};

type MessageFormProps = {
  label: string;
  sendLabel: string;
  text: string;
  onText: (text: string) => void;
  onSend: (text: string) => Promise<void>;
  explainFailure: (error: unknown) => string;
};

/** The messages between a volunteer and the reviewers of a data point, and a form for the next one. */
export function Thread({
  title,
  headingLevel: Heading,
  messages,
  ...form
}: MessageFormProps & { title: string; headingLevel: "h2" | "h3"; messages: readonly ThreadMessage[] }) {
  const titleId = useId();
  return (
    <section className={`stack gap-12 shrinks ${styles.thread}`} aria-labelledby={titleId}>
      <Heading id={titleId}>{title}</Heading>
      {messages.length === 0 ? (
        <p className="muted">{t("components.thread.none")}</p>
      ) : (
        <ol className={`stack gap-8 ${styles.messages}`}>
          {messages.map(({ id, text, author, isOwn, details, waiting }) => (
            <li key={id} className="card" data-own={isOwn || undefined} data-waits={waiting !== undefined || undefined}>
              <p className={`cluster muted small ${styles.by}`}>
                <strong>{author}</strong>
                {details}
              </p>
              <p className="breaks keeps-lines" dir="auto">
                {text}
              </p>
              {waiting ? (
                <p className={`muted small ${styles.state}`} data-refused={waiting.isRefused || undefined}>
                  {waiting.words}
                </p>
              ) : null}
            </li>
          ))}
        </ol>
      )}
      <MessageForm {...form} />
    </section>
  );
}

function MessageForm({ label, sendLabel, text, onText, onSend, explainFailure }: MessageFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const { max } = messageLength;

  async function send() {
    if (isBusy) return;
    const words = text.trim();
    if (words === "" || words.length > max) {
      setError(words === "" ? t("components.thread.empty") : t("components.thread.tooLong", { max }));
      field.current?.focus();
      return;
    }
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onSend(words);
    } catch (reason) {
      setFailure(explainFailure(reason));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form
      className={`stack gap-12 shrinks ${styles.form}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Banner tone="danger">{failure}</Banner>
      <Field
        label={label}
        hint={text === "" ? undefined : t("components.thread.count", { count: text.length, max })}
        error={error}
      >
        {(control) => (
          <textarea
            {...control}
            ref={field}
            rows={3}
            value={text}
            readOnly={isBusy}
            onChange={(event) => {
              setError(undefined);
              onText(event.currentTarget.value);
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
            }}
          />
        )}
      </Field>
      <Button type="submit" icon={<Send aria-hidden="true" />} busy={isBusy}>
        {sendLabel}
      </Button>
    </form>
  );
}
