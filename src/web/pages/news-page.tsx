import { useEffect } from "react";
import { Link } from "react-router";
import { t } from "../../../generated/web-texts/news.ts";
import type { News } from "../../contract/news.ts";
import { ContributionNews } from "../features/contributions/contribution-news.tsx";
import { NewsActions } from "../features/news/news-actions.tsx";
import { PushSwitch } from "../features/notifications/push-switch.tsx";
import { useListInParts } from "../foundation/api/list-parts.ts";
import { seeNews } from "../foundation/api/news.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { paths } from "../foundation/paths.ts";
import { inItsLanguage } from "../foundation/texts/reader-language.ts";
import { ButtonLink } from "../ui/button.tsx";
import { ShowMore } from "../ui/fetched.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import { LongList } from "../ui/long-list.tsx";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { NewsEntry } from "../ui/news-entry.tsx";
import { Part } from "../ui/part.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { useOnline } from "../ui/use-online.ts";
import columnStyles from "./column-page.module.css";
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
            <PushSwitch />
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
