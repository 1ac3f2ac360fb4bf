import List from "lucide-react/icons/list";
import MapIcon from "lucide-react/icons/map";
import { useEffect, useMemo, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { t } from "../../../generated/web-texts/contributions.ts";
import type { Contribution } from "../../contract/contributions.ts";
import { type SampleState, sampleStates } from "../../contract/enums.ts";
import { ContributionFilter, ContributionGroups } from "../features/contributions/contribution-list.tsx";
import { OwnPlacesMap } from "../features/contributions/own-places-map.tsx";
import { OwnShares } from "../features/contributions/own-shares.tsx";
import { keepContributions, seeContributions, useContributionSummary } from "../foundation/api/contributions.ts";
import { type ListInParts, rowsPerPart, useListInParts } from "../foundation/api/list-parts.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { paths } from "../foundation/paths.ts";
import { lazily } from "../foundation/texts/lazily.ts";
import type { OutboxRecord } from "../outbox/record.ts";
import { onArrival } from "../outbox/sending.ts";
import { useOutbox } from "../outbox/use-outbox.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { useOnline } from "../ui/use-online.ts";
import { ViewSwitch } from "../ui/view-switch.tsx";
import columnStyles from "./column-page.module.css";
import styles from "./contributions-page.module.css";
import { SignedOut } from "./session/signed-out.tsx";

const ContributionPage = lazily("ContributionPage", () => import("./contribution-page.tsx"));

/** The status of all the user's data points, or of the one that the URL names. */
export function ContributionsPage() {
  const { id } = useParams();
  return id === undefined ? <AllContributions /> : <ContributionPage id={id} />;
}

function AllContributions() {
  const { status, username } = useAuth();
  return (
    <div className={`stack gap-16 ${columnStyles.page}`}>
      <PageTitle>{t("contributions.title")}</PageTitle>
      <header>
        <h1>{t("contributions.title")}</h1>
        <p className="muted">{t("contributions.intro")}</p>
      </header>
      {status === "signed_out" ? (
        <SignedOut>{t("contributions.signedOut")}</SignedOut>
      ) : username === undefined ? (
        <ListLoading />
      ) : (
        <Contributions key={username} username={username} />
      )}
    </div>
  );
}

function ListLoading() {
  return (
    <Loading>
      <Skeleton width="60%" height="2.750rem" radius="10px" className={styles.shape} />
      <Skeleton height="22.500rem" radius="10px" className={styles.shape} />
    </Loading>
  );
}

/** Enough for one walk. */
const keptMax = 20;

function Contributions({ username }: { username: string }) {
  const [search] = useSearchParams();
  const state = sampleStates.find((each) => each === search.get("state"));
  const list = useListInParts("listContributions", { params: { username }, query: { state, limit: rowsPerPart } });
  const summary = useContributionSummary(username);
  const { records } = useOutbox(username);
  const isOnline = useOnline();
  const [view, setView] = useState<"list" | "map">("list");
  const { items, reload } = list;
  useEffect(() => onArrival(() => void reload()), [reload]);
  // Volunteers answer change requests in the field, often without a connection.
  const requested = items?.flatMap(({ id, state: each }) => (each === "change_requested" ? [id] : [])) ?? [];
  const toKeep = requested.slice(0, keptMax).join();
  useEffect(() => {
    if (toKeep !== "" && navigator.onLine) void keepContributions(username, toKeep.split(",")).catch(() => {});
  }, [username, toKeep]);

  const { data: counts } = summary;
  // Those that are too old to be loaded come first too.
  const lacksRequests = state === undefined && counts !== undefined && counts.change_requested > requested.length;
  const requests = useCall(
    "listContributions",
    items && lacksRequests
      ? { params: { username }, query: { state: "change_requested", limit: rowsPerPart } }
      : undefined,
  );
  const newest = items?.[0];
  const markAllSeen = async () => {
    await seeContributions(username, new Date().toISOString()).catch(() => {});
    await reload();
  };
  return (
    <>
      <ContributionFilter state={state} summary={counts} />
      {newest || !items ? (
        <div className="cluster center between gap-8">
          <ViewSwitch
            label={t("contributions.showAs")}
            value={view}
            options={[
              { value: "list", label: t("contributions.showAs.list"), icon: <List aria-hidden="true" /> },
              { value: "map", label: t("contributions.showAs.map"), icon: <MapIcon aria-hidden="true" /> },
            ]}
            onChange={setView}
          />
          {counts && counts.news > 0 && isOnline ? (
            <Button tone="plain" className={styles.seen} onClick={() => void markAllSeen()}>
              {t("contributions.news.allSeen")}
            </Button>
          ) : null}
        </div>
      ) : null}
      {newest && view === "map" ? (
        <OwnPlacesMap username={username} state={state} />
      ) : (
        <ContributionRows list={list} requested={requests.data} state={state} records={records} isOnline={isOnline} />
      )}
      {state === undefined ? <OwnShares username={username} /> : null}
    </>
  );
}

function ContributionRows({
  list,
  requested,
  state,
  records,
  isOnline,
}: {
  list: ListInParts<Contribution>;
  requested: readonly Contribution[] | undefined;
  state: SampleState | undefined;
  records: readonly OutboxRecord[];
  isOnline: boolean;
}) {
  const { items, error, reload } = list;
  const answering = useMemo(
    () =>
      new Set(
        records.flatMap((record) =>
          record.kind === "answer" && record.state !== "draft" && record.state !== "delivered"
            ? [record.dataPointId]
            : [],
        ),
      ),
    [records],
  );
  return items && items.length > 0 ? (
    <ContributionGroups key={state} list={list} requested={requested} answering={answering} />
  ) : items ? (
    <EmptyState
      action={
        state === undefined ? (
          <ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>
        ) : (
          <ButtonLink to={paths.contributions}>{t("contributions.showAll")}</ButtonLink>
        )
      }
    >
      {t(state === undefined ? "contributions.empty" : "contributions.emptyState")}
    </EmptyState>
  ) : error !== undefined ? (
    <FailedState message={t(isOnline ? "contributions.failed" : "contributions.offline")} onRetry={() => void reload()}>
      {t("contributions.safe")}
    </FailedState>
  ) : (
    <ListLoading />
  );
}
