import { t } from "../../../../generated/web-texts/contributions.ts";
import type { ContributionDetail } from "../../../contract/contributions.ts";
import { outboxFailure } from "../../capture/measuring/outbox-failure.ts";
import { whereSaved } from "../../capture/measuring/where-saved.ts";
import { useKeptMessage } from "../../foundation/api/kept-comments.ts";
import { backgroundSync } from "../../outbox/background-sync.ts";
import type { MessageRecord } from "../../outbox/record.ts";
import { saveMessage } from "../../outbox/saved-records.ts";
import { formatMoment } from "../../ui/dates.ts";
import { Instant } from "../../ui/instant.tsx";
import { announce } from "../../ui/live-region.tsx";
import { ReviewState } from "../../ui/review-state.tsx";
import { ReviewerComment } from "../../ui/reviewer-comment.tsx";
import { Thread, type ThreadMessage } from "../../ui/thread.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./contribution-history.module.css";

/** The messages with the reviewers, with those that are waiting on this phone. */
export function ContributionThread({
  account,
  of: { id, quest, messages },
  waiting,
}: {
  account: string;
  of: ContributionDetail;
  /** Oldest first. */
  waiting: readonly MessageRecord[];
}) {
  const [text, setText] = useKeptMessage(account, id);
  const mustOpen = !backgroundSync.isAgreed;
  const sent = messages.map(
    (message): ThreadMessage => ({
      id: message.id,
      text: message.text,
      author: message.is_reviewer
        ? withNames((name) => t("contributions.thread.reviewer", { author: name(message.author) }))
        : t("contributions.thread.you"),
      isOwn: !message.is_reviewer,
      details: <Instant of={message.written_at} />,
    }),
  );
  const unsent = waiting.map(
    ({ localId, text, state, problem }): ThreadMessage => ({
      id: localId,
      text,
      author: t("contributions.thread.you"),
      isOwn: true,
      waiting: {
        isRefused: state === "refused",
        words:
          state === "refused"
            ? t("contributions.thread.refused", { reason: problem?.message ?? "" })
            : whereSaved(localId, t(`contributions.thread.waits.${mustOpen ? "open" : "sends"}`)),
      },
    }),
  );
  return (
    <Thread
      title={t("contributions.thread.title")}
      headingLevel="h2"
      messages={[...sent, ...unsent]}
      label={t("contributions.thread.label")}
      sendLabel={t("contributions.thread.send")}
      text={text}
      onText={setText}
      onSend={async (words) => {
        const { localId } = await saveMessage(account, { id: quest.id, name: quest.quest_name }, id, words);
        setText("");
        announce(whereSaved(localId, t("contributions.thread.saved")));
      }}
      explainFailure={outboxFailure}
    />
  );
}

/** Every decision on a data point, newest first, and when it was received. */
export function History({ of: { reviews, created_at, revision } }: { of: ContributionDetail }) {
  const isSeveral = revision > 1;
  return (
    <section className="stack gap-12 shrinks" aria-labelledby="history-title">
      <h2 id="history-title">{t("contributions.history.title")}</h2>
      <ol className="stack">
        {reviews.map((review) => (
          <li key={`${review.reviewed_at} ${review.reviewed_by}`} className={`stack gap-8 ${styles.event}`}>
            <p className="cluster center gap-4 across-12">
              <ReviewState state={review.decision} />
              <span className="dots muted small">
                <Instant of={review.reviewed_at} />
                {isSeveral ? <span>{t("contributions.row.revision", { revision: review.revision })}</span> : null}
                {review.undone_at === null ? null : <span>{t("contributions.history.undone")}</span>}
              </span>
            </p>
            <ReviewerComment comment={review.comment} />
          </li>
        ))}
        <li className={`stack gap-8 ${styles.event}`}>
          <p className="dots muted small">{t("contributions.history.sent", { when: formatMoment(created_at) })}</p>
        </li>
      </ol>
    </section>
  );
}
