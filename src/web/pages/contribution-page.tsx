import { useEffect, useId, useRef } from "react";
import { Link, useLocation } from "react-router";
import { rich, t } from "../../../generated/web-texts/contributions.ts";
import type { ContributionDetail } from "../../contract/contributions.ts";
import {
  AnswerState,
  answerIn,
  protocolOf,
  seenUntil,
  unreadableKeys,
} from "../features/contributions/contribution-answer.tsx";
import { ContributionThread, History } from "../features/contributions/contribution-history.tsx";
import { PointPlace } from "../features/contributions/point-place.tsx";
import { PointPhotos, Revisions } from "../features/contributions/revisions.tsx";
import { isMissing } from "../foundation/api/api-error.ts";
import { seeContributions, useContributionSummary } from "../foundation/api/contributions.ts";
import { staleSinceMs } from "../foundation/api/staleness.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { paths } from "../foundation/paths.ts";
import { lazily } from "../foundation/texts/lazily.ts";
import { inItsLanguage } from "../foundation/texts/reader-language.ts";
import type { MessageRecord, OutboxRecord } from "../outbox/record.ts";
import { useOutbox } from "../outbox/use-outbox.ts";
import { BackLink } from "../ui/back-link.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { formatMoment } from "../ui/dates.ts";
import { FilesOfPoint } from "../ui/files-of-point.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import { Measurements } from "../ui/measurements.tsx";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { Part } from "../ui/part.tsx";
import { ReviewState } from "../ui/review-state.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { useOnline } from "../ui/use-online.ts";
import { WhenFetched } from "../ui/when-fetched.tsx";
import styles from "./contribution-page.module.css";
import { SignedOut } from "./session/signed-out.tsx";

const AnswerForm = lazily("AnswerForm", () => import("../features/contributions/answer-form.tsx"));

/** One of the user's data points: its values, its status and the form to answer a change request. */
export function ContributionPage({ id }: { id: string }) {
  const { status, username } = useAuth();
  return (
    <div className={`stack gap-16 ${styles.page}`}>
      <PageTitle>{t("contributions.point.title")}</PageTitle>
      <BackLink to={paths.contributions}>{t("contributions.point.back")}</BackLink>
      {status === "signed_out" ? (
        <>
          <h1>{t("contributions.point.title")}</h1>
          <SignedOut>{t("contributions.signedOut")}</SignedOut>
        </>
      ) : username === undefined ? (
        <PointLoading />
      ) : (
        <OnePoint key={`${username} ${id}`} username={username} id={id} />
      )}
    </div>
  );
}

function PointLoading() {
  return (
    <Loading>
      <Skeleton width="min(24rem, 80%)" height="2.25rem" />
      <Skeleton height="20rem" radius="10px" className={styles.shape} />
    </Loading>
  );
}

function OnePoint({ username, id }: { username: string; id: string }) {
  const contribution = useCall("getContribution", { params: { username, data_point_id: id } });
  const { data: detail, error, mutate } = contribution;
  const { status, records } = useOutbox(username);
  const isOnline = useOnline();
  useSeen(username, detail);
  if (!detail) {
    if (error === undefined) return <PointLoading />;
    return (
      <>
        <h1>{t("contributions.point.title")}</h1>
        {isMissing(error) ? (
          <EmptyState action={<ButtonLink to={paths.contributions}>{t("contributions.title")}</ButtonLink>}>
            {t("contributions.point.missing")}
          </EmptyState>
        ) : (
          <FailedState
            message={t(isOnline ? "contributions.point.failed" : "contributions.point.offline")}
            onRetry={() => void mutate()}
          >
            {t("contributions.safe")}
          </FailedState>
        )}
      </>
    );
  }
  return <Detail username={username} detail={detail} records={records} isOutboxRead={status !== "loading"} />;
}

/** Marks news as seen. A stored answer has no news. */
function useSeen(username: string, detail: ContributionDetail | undefined): void {
  const { data: summary } = useContributionSummary(username);
  const until = detail && seenUntil(detail);
  const id = detail?.id;
  const told = useRef<string>(undefined);
  const mayBeNews = summary === undefined ? undefined : summary.news > 0;
  useEffect(() => {
    if (id === undefined || until === undefined || told.current === until) return;
    if (!mayBeNews || staleSinceMs() !== undefined) return;
    told.current = until;
    void seeContributions(username, until, id).catch(() => {
      told.current = undefined;
    });
  }, [username, id, until, mayBeNews]);
}

function Detail({
  username,
  detail,
  records,
  isOutboxRead,
}: {
  username: string;
  detail: ContributionDetail;
  records: readonly OutboxRecord[];
  isOutboxRead: boolean;
}) {
  const { quest, state, review } = detail;
  const protocol = protocolOf(detail);
  const answer = answerIn(records, detail);
  const delivered = answerIn(records, { id: detail.id, revision: detail.revision - 1 });
  const isRequested = state === "change_requested";
  const release = detail.releases?.at(-1);
  const isSaved = answer !== undefined && answer.state !== "draft";
  const isAgain = unreadableKeys(detail).size > 0;
  const asks = isRequested || isAgain || (isSaved && answer.state !== "delivered");
  const waiting = records
    .filter(
      (record): record is MessageRecord =>
        record.kind === "message" && record.dataPointId === detail.id && record.state !== "delivered",
    )
    .reverse();
  const answerPart = useRef<HTMLElement>(null);
  const goToAnswer = isSaved ? undefined : () => goTo(answerPart.current);
  const { hash } = useLocation();
  const isThere = asks && isOutboxRead;
  useEffect(() => {
    if (hash === "#answer" && isThere) goTo(answerPart.current);
  }, [hash, isThere]);
  return (
    <>
      <header className={`stack gap-8 ${styles.head}`}>
        <h1>
          <Link to={paths.questData(quest.id)} {...inItsLanguage(quest)}>
            {quest.quest_name}
          </Link>
        </h1>
        <p className="cluster center gap-4 across-12 muted">
          <ReviewState state={state} />
          <span>
            {t("contributions.point.measured", { when: formatMoment(detail.captured_at ?? detail.created_at) })}
          </span>
          {detail.revision > 1 ? <span>{t("contributions.row.revision", { revision: detail.revision })}</span> : null}
          {release === undefined ? null : (
            <span>
              {rich(
                "contributions.inRelease",
                {
                  link: (words) => (
                    <Link to={paths.release(quest.id, release)} className="roomy">
                      {words}
                    </Link>
                  ),
                },
                { number: release },
              )}
            </span>
          )}
        </p>
      </header>
      {delivered?.state === "delivered" && state === "pending" ? <AnswerState answer={delivered} /> : null}
      {isRequested ? (
        <Request
          title={t("contributions.request.title")}
          comment={review?.comment || t("contributions.request.noComment")}
          action={t("contributions.request.goAnswer")}
          onGo={goToAnswer}
        />
      ) : null}
      {isAgain ? (
        <Request
          title={t("contributions.again.title")}
          comment={t("contributions.again.why")}
          action={t("contributions.again.go")}
          onGo={goToAnswer}
        />
      ) : null}
      <div className={`grid start ${styles.columns}`}>
        <div className={`stack shrinks ${styles.column}`}>
          <Part>
            <PointPhotos photos={detail.photos} protocol={protocol} />
          </Part>
          <Part>
            <FilesOfPoint files={detail.files} protocol={protocol} />
          </Part>
          <section className="stack gap-8" aria-labelledby="values-title">
            <h2 id="values-title">{t("contributions.point.values")}</h2>
            <Part>
              <Measurements
                of={detail.additional_data}
                protocol={protocol}
                className={`grid gap-12 terms ${styles.values}`}
              />
            </Part>
          </section>
          <PointPlace of={detail} />
        </div>
        <div className={`stack shrinks ${styles.column}`}>
          {asks && isOutboxRead ? (
            <section
              ref={answerPart}
              id="answer"
              tabIndex={-1}
              className={`stack card gap-12 pad-16 ${styles.answer}`}
              aria-labelledby="answer-title"
            >
              <h2 id="answer-title">{t(isAgain ? "contributions.again.form" : "contributions.answer.title")}</h2>
              {isSaved ? (
                <AnswerState answer={answer} />
              ) : (
                <WhenFetched fallback={<Skeleton height="24rem" radius="10px" />}>
                  <AnswerForm account={username} of={detail} />
                </WhenFetched>
              )}
            </section>
          ) : null}
          <Part>
            <Revisions of={detail} protocol={protocol} />
          </Part>
          <Part>
            <History of={detail} />
          </Part>
          <Part>
            <ContributionThread account={username} of={detail} waiting={waiting} />
          </Part>
        </div>
      </div>
    </>
  );
}

/** Asks for an answer. `onGo`: shows a button that leads to the form. */
function Request({
  title,
  comment,
  action,
  onGo,
}: {
  title: string;
  comment: string;
  action: string;
  onGo: (() => void) | undefined;
}) {
  const titleId = useId();
  return (
    <section className={`stack start gap-8 pad-16 ${styles.request}`} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p className="text-18 breaks keeps-lines" dir="auto">
        {comment}
      </p>
      {onGo ? (
        <Button tone="next" className={styles.goAnswer} onClick={onGo}>
          {action}
        </Button>
      ) : null}
    </section>
  );
}

function goTo(part: HTMLElement | null): void {
  part?.focus({ preventScroll: true });
  part?.scrollIntoView?.({ block: "start" });
}
