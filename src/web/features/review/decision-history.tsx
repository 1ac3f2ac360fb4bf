import { useRef } from "react";
import { t } from "../../../../generated/web-texts/sample.ts";
import type { Message } from "../../../contract/data-points.ts";
import type { SampleDetail } from "../../../contract/samples.ts";
import { sentenceOf } from "../../foundation/api/api-error.ts";
import { useKeptMessage } from "../../foundation/api/kept-comments.ts";
import { writeMessage } from "../../foundation/api/samples.ts";
import { currentAccount } from "../../foundation/api/session.ts";
import { Instant, WordsAndInstant } from "../../ui/instant.tsx";
import { announce } from "../../ui/live-region.tsx";
import { ReviewState } from "../../ui/review-state.tsx";
import { Thread } from "../../ui/thread.tsx";
import { Verbatim } from "../../ui/verbatim.tsx";
import styles from "./sample-detail.module.css";

/** Every decision, newest first. Undone ones are struck through. */
export function DecisionHistory({ reviews }: { reviews: SampleDetail["reviews"] }) {
  return (
    <ul className={`stack gap-4 ${styles.reviews}`}>
      {reviews.map((review) => (
        <li key={review.reviewed_at} data-undone={review.undone_at !== null}>
          {review.undone_at === null ? (
            <Decision review={review} />
          ) : (
            <>
              <del>
                <Decision review={review} />
              </del>{" "}
              <span className="muted small">
                {t("sample.history.undoneAt")} <Instant of={review.undone_at} />
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Decision({ review }: { review: SampleDetail["reviews"][number] }) {
  return (
    <>
      <ReviewState state={review.decision} /> <WordsAndInstant words={review.reviewed_by} of={review.reviewed_at} />
      <span className="muted small"> {t("sample.history.of", { number: review.revision })}</span>
      {review.own_data_point ? <span className={`small ${styles.own}`}> {t("sample.history.own")}</span> : null}
      {review.comment ? <bdi className={`keeps-lines ${styles.comment}`}>{review.comment}</bdi> : null}
    </>
  );
}

/** The messages between the volunteer and the reviewers. */
export function SampleThread({ dataPointId, messages }: { dataPointId: string; messages: readonly Message[] }) {
  const [text, setText] = useKeptMessage(currentAccount(), dataPointId);
  /** Trying the same text again sends the same message. */
  const tried = useRef<{ text: string; requestId: string }>(undefined);
  return (
    <Thread
      title={t("sample.thread")}
      headingLevel="h3"
      messages={messages.map(({ id, author, is_reviewer, text, revision, written_at }) => ({
        id,
        text,
        author: <Verbatim>{author}</Verbatim>,
        isOwn: is_reviewer,
        details: (
          <>
            <span>{t(is_reviewer ? "sample.thread.reviewer" : "sample.thread.adventurer")}</span>
            <Instant of={written_at} />
            <span>{t("sample.thread.revision", { number: revision })}</span>
          </>
        ),
      }))}
      label={t("sample.thread.write")}
      sendLabel={t("sample.thread.send")}
      text={text}
      onText={setText}
      onSend={async (words) => {
        if (tried.current?.text !== words) tried.current = { text: words, requestId: crypto.randomUUID() };
        await writeMessage(dataPointId, words, tried.current.requestId);
        tried.current = undefined;
        setText("");
        announce(t("sample.thread.sent"));
      }}
      explainFailure={(error) => t("sample.thread.notSent", { reason: sentenceOf(error) })}
    />
  );
}
