import { useEffect } from "react";
import { Link } from "react-router";
import { t } from "../../../generated/web-texts/news.ts";
import type { News } from "../../contract/notices.ts";
import { ContributionNews } from "../features/contributions/contribution-news.tsx";
import { PushSwitch } from "../features/notifications/push-switch.tsx";
import { call } from "../foundation/api/client.ts";
import { useListInParts } from "../foundation/api/list-parts.ts";
import { seeNews } from "../foundation/api/news.ts";
import { useAction } from "../foundation/api/use-action.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { paths } from "../foundation/paths.ts";
import { inItsLanguage } from "../foundation/texts/reader-language.ts";
import { Banner } from "../ui/banner.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { ShowMore } from "../ui/fetched.tsx";
import { announce, PageTitle } from "../ui/live-region.tsx";
import { LongList } from "../ui/long-list.tsx";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { NewsEntry } from "../ui/news-entry.tsx";
import { Part } from "../ui/part.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { useOnline } from "../ui/use-online.ts";
import columnStyles from "./column-page.module.css";
import styles from "./news-page.module.css";
import { SignedOut } from "./session/signed-out.tsx";

/** Estimated height on a phone. */
const entryHeightPx = 180;
const entriesPerPart = 30;
/** How many ids one request takes. */
const idsMax = 200;

/** What the teams of one's quests wrote; updates of data points are one link. */
export function NewsPage() {
  const { status, username } = useAuth();
  return (
    <div className={`stack gap-16 ${columnStyles.page}`}>
      <PageTitle>{t("news.title")}</PageTitle>
      <header>
        <h1>{t("news.title")}</h1>
        <p className="muted">{t("news.intro")}</p>
      </header>
      {status === "signed_out" ? (
        <SignedOut>{t("news.signedOut")}</SignedOut>
      ) : username === undefined ? (
        <Loading height="14rem" />
      ) : (
        <>
          <Part>
            <ContributionNews username={username} isInPage />
          </Part>
          <Part>
            <Entries key={username} />
          </Part>
          <Part>
            <PushSwitch account={username} />
          </Part>
        </>
      )}
    </div>
  );
}

function titleOf({ title, question, text, thanks_for: number }: News): string {
  if (number !== undefined) return t("news.thanks", { number });
  if (question === undefined) return title;
  return t(text === "" ? "news.question.waiting" : "news.question.answered");
}

function Entries() {
  const list = useListInParts("listNews", { query: { limit: entriesPerPart } });
  const { items, error, hasMore, reload } = list;
  const isOnline = useOnline();
  // They stay marked on the screen until the next visit.
  const unseen = (items ?? []).flatMap(({ id, is_new }) => (is_new ? [id] : [])).join();
  useEffect(() => {
    if (unseen !== "" && isOnline) void seeNews(unseen.split(",").map(Number).slice(-idsMax)).catch(() => {});
  }, [unseen, isOnline]);

  if (!items) {
    if (error === undefined) return <Loading height="14rem" />;
    return <FailedState message={t(isOnline ? "news.failed" : "news.offline")} onRetry={() => void reload()} />;
  }
  if (items.length === 0) {
    return (
      <EmptyState action={<ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>}>{t("news.empty")}</EmptyState>
    );
  }
  return (
    <>
      <LongList className="stack gap-12" itemHeightPx={entryHeightPx} total={hasMore ? undefined : items.length}>
        {items.map((entry) => (
          <NewsEntry
            key={entry.id}
            title={titleOf(entry)}
            quote={entry.question}
            text={entry.text}
            writtenAt={entry.written_at}
            marked={entry.is_new ? t("news.new") : undefined}
            about={
              <>
                <Link to={paths.quest(entry.quest_id)} {...inItsLanguage(entry)}>
                  {entry.quest_name}
                </Link>
                <bdi translate="no">{entry.organization_name}</bdi>
              </>
            }
          >
            {entry.question !== undefined && entry.text === "" ? null : (
              <NewsActions entry={entry} onChanged={reload} />
            )}
          </NewsEntry>
        ))}
      </LongList>
      <ShowMore of={list} className={columnStyles.more} />
    </>
  );
}

/** Mutes the quest of a message, or reports the message. */
function NewsActions({ entry, onChanged }: { entry: News; onChanged: () => Promise<unknown> }) {
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("news.actionFailed", { reason }));
  const change = (work: () => Promise<unknown>, words: string) =>
    run(async () => {
      await work();
      announce(words);
      await onChanged();
    });
  const muted = !entry.is_muted;
  const mute = () => call("muteQuest", { params: { id: entry.quest_id }, body: { muted } });
  const report = () => call("reportNews", { params: { id: entry.id } });
  return (
    <footer className={`cluster center ${styles.actions}`}>
      {/* A muted quest answers questions as well. */}
      {entry.question === undefined ? (
        <>
          {entry.is_muted ? <p className={`muted small ${styles.note}`}>{t("news.muted")}</p> : null}
          <Button
            small
            tone="plain"
            disabled={isBusy}
            onClick={() => void change(mute, t(muted ? "news.muted" : "news.unmuted"))}
          >
            {t(muted ? "news.mute" : "news.unmute")}
          </Button>
        </>
      ) : null}
      <Button
        small
        tone="plain"
        disabled={isBusy || entry.is_reported === true}
        onClick={() => void change(report, t("news.report.done"))}
      >
        {t(entry.is_reported ? "news.reported" : "news.report")}
      </Button>
      <Banner tone="danger" onClose={dismiss}>
        {problem}
      </Banner>
    </footer>
  );
}
