import ArrowLeft from "lucide-react/icons/arrow-left";
import Keyboard from "lucide-react/icons/keyboard";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import type { ReviewDecision } from "../../contract/enums.ts";
import type { ReviewPayload } from "../../contract/reviews.ts";
import { specificationForm } from "../../protocol/default-protocol.ts";
import { isMissing } from "../api/api-error.ts";
import { useClientConfiguration } from "../api/configuration.ts";
import { rowsPerPart, useListInParts } from "../api/list-parts.ts";
import type { SampleQuery } from "../api/samples.ts";
import { useCall } from "../api/use-call.ts";
import { Banner } from "../components/banner.tsx";
import { Button } from "../components/button.tsx";
import { classNames } from "../components/class-names.ts";
import { EmptyState, FailedState } from "../components/message-state.tsx";
import { Loading, Skeleton } from "../components/skeleton.tsx";
import { useMediaQuery, wideScreen } from "../components/use-media-query.ts";
import { useAuth } from "../features/auth/auth-context.ts";
import { BulkBar } from "../features/review/bulk-bar.tsx";
import { DecisionNotices } from "../features/review/decision-notices.tsx";
import type { Outcome } from "../features/review/decision-outcome.ts";
import { SampleOverview } from "../features/review/sample-detail.tsx";
import {
  addressQueryOf,
  filterOf,
  type SampleFilter,
  sampleQueryOf,
  without,
} from "../features/review/sample-filter.ts";
import { FilterChips } from "../features/review/sample-filters.tsx";
import { EmptyList, SampleList, SampleTabs } from "../features/review/sample-list.tsx";
import { SampleTools } from "../features/review/sample-tools.tsx";
import { ShortcutHelp } from "../features/review/shortcut-help.tsx";
import { useClaims } from "../features/review/use-claims.ts";
import { useDecisions } from "../features/review/use-decisions.ts";
import { type DeskRow, useDeskRows } from "../features/review/use-desk-rows.ts";
import { useDeskView } from "../features/review/use-desk-view.ts";
import { usePhotosAhead } from "../features/review/use-photos-ahead.ts";
import { useRefresh } from "../features/review/use-refresh.ts";
import { useRowInView } from "../features/review/use-row-in-view.ts";
import { useSelection } from "../features/review/use-selection.ts";
import { useSettled } from "../features/review/use-settled.ts";
import { useShortcuts } from "../features/review/use-shortcuts.ts";
import { paths } from "../paths.ts";
import { AdminOnly } from "../shell/admin-only.tsx";
import { t as deskText } from "../texts/desk.ts";
import { rich, t } from "../texts/review.ts";
import styles from "./admin-samples-page.module.css";

/** Rows from the end at which the next part is fetched. */
const rowsAhead = 10;
/** Photos that are fetched before they are shown. */
const photosAhead = { narrow: 2, wide: 4 };
/** Decisions come in quick succession: the list is fetched once they pause. */
const settleMs = 1_500;

export function AdminSamplesPage() {
  const { username } = useAuth();
  return (
    <AdminOnly title={t("review.title")} reviewersToo>
      <Samples key={username} />
    </AdminOnly>
  );
}

function Samples() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { isAdmin } = useAuth();
  const isWide = useMediaQuery(wideScreen);
  const filter = useMemo(() => filterOf(search), [search]);
  const query = useMemo(() => sampleQueryOf(filter), [filter]);
  const listKey = JSON.stringify(query);
  const addressQuery = addressQueryOf(filter).toString();

  const list = useListInParts("listSamples", { query: { ...query, limit: rowsPerPart } });
  const counts = useCall("countSamples", { query: countQueryOf(query) });
  const sample = useCall("getSample", id === undefined ? undefined : { params: { id } });
  const { data: configuration } = useClientConfiguration();
  const { data: knownOrganizations } = useCall("listOrganizations", isAdmin ? {} : undefined);
  const assignments = useListInParts("listAssignments", { query: { limit: 200 } });
  const [view, changeView] = useDeskView();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const detail = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLElement>(null);
  const shownId = useRef(id);
  useEffect(() => {
    shownId.current = id;
  }, [id]);

  const addressOf = useCallback(
    (sampleId?: string, query = addressQuery) => {
      const path = sampleId === undefined ? paths.adminSamples : paths.adminSample(sampleId);
      return query === "" ? path : `${path}?${query}`;
    },
    [addressQuery],
  );
  const open = (sampleId: string | undefined) => void navigate(addressOf(sampleId));
  const changeFilter = (next: SampleFilter, { replace = false } = {}) =>
    void navigate(addressOf(isWide ? id : undefined, addressQueryOf(next).toString()), {
      replace,
      preventScrollReset: true,
    });

  const refresh = () => Promise.all([list.reload(), counts.mutate()]);
  const refreshSoon = useSettled(() => void refresh(), settleMs);
  useRefresh(() => void refresh());
  const decisions = useDecisions({
    onChanged: refreshSoon,
    onUndone: (ids) => {
      void refresh();
      if (ids.length === 1) open(ids[0]);
    },
  });

  const selection = useSelection(listKey);
  const isInUse = useCallback((each: string) => each === id || selection.ids.has(each), [id, selection.ids]);
  const { isDecided: isDecidedIn } = decisions;
  const isDecided = useCallback(
    (row: Parameters<typeof isDecidedIn>[0]) => isDecidedIn(row, filter),
    [isDecidedIn, filter],
  );
  const { rows, learn } = useDeskRows(list.items, listKey, isInUse, isDecided);
  const selectedRows = useMemo(() => rows?.filter((row) => selection.ids.has(row.id)) ?? [], [rows, selection.ids]);

  // Where the open sample stands, or stood when it was last among the rows.
  const index = rows?.findIndex((row) => row.id === id) ?? -1;
  const isFree = (row: DeskRow) => row.claim === null && !row.isGone && !isOwn(row) && !decisions.isSending(row.id);
  const following = rows?.slice(index + 1).filter(isFree) ?? [];
  const nextId = following[0]?.id;
  const earlier = rows?.slice(0, Math.max(0, index)).filter((row) => !decisions.isSending(row.id)) ?? [];
  const previousId = earlier.at(-1)?.id;
  const ahead = id === undefined ? [] : following.slice(0, 2).map((row) => row.id);
  useCall("getSample", ahead[0] === undefined ? undefined : { params: { id: ahead[0] } });
  useCall("getSample", ahead[1] === undefined ? undefined : { params: { id: ahead[1] } });
  usePhotosAhead(
    id === undefined
      ? []
      : following.slice(0, isWide ? photosAhead.wide : photosAhead.narrow).map((row) => row.image_data_presigned_url),
  );
  const claims = useClaims(id === undefined ? [] : [id, ...ahead.slice(0, 1)]);
  const isNearEnd = rows !== undefined && index >= rows.length - rowsAhead && id !== undefined;
  const { hasMore, isLoadingMore, loadMore } = list;
  const latestMore = useRef(loadMore);
  useEffect(() => {
    latestMore.current = loadMore;
  });
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore) latestMore.current();
  }, [isNearEnd, hasMore, isLoadingMore]);
  useRowInView(frame, id, isWide);

  useShortcuts({
    j: nextId === undefined ? undefined : () => open(nextId),
    k: previousId === undefined ? undefined : () => open(previousId),
    u: decisions.undo,
    x:
      id === undefined || index < 0 || isOwn(rows?.[index]) || filter.isRecheck
        ? undefined
        : () => selection.toggle(id, rows ?? [], false),
    escape: selection.ids.size === 0 ? undefined : selection.clear,
    "?": () => setIsHelpOpen(true),
  });

  useEffect(() => {
    // On a phone the detail is a screen of its own.
    if (id !== undefined) detail.current?.scrollIntoView?.({ block: "nearest" });
  }, [id]);

  const underway = useRef(new Set<string>());
  async function decide(review: ReviewPayload) {
    const shown = sample.data;
    if (id === undefined || shown?.id !== id || underway.current.has(id)) return;
    underway.current.add(id);
    const seen = {
      edited_at: shown.edited_at,
      revision: shown.revision,
      seen_review: shown.review?.reviewed_at ?? null,
    };
    const { isRecheck } = filter;
    // Gone from this list: on to its neighbour, which is there already, while the server keeps the decision.
    const isLeft = isRecheck || filter.state !== review.decision;
    // A refusal may be here before the neighbour is.
    const isShown = () => !isLeft && shownId.current === id;
    const kept = decisions.decide(shown, { ...seen, ...review }, { isRecheck, isShown });
    selection.remove([id]);
    if (isLeft) open(nextId ?? previousId);
    try {
      await kept;
    } finally {
      underway.current.delete(id);
    }
  }

  async function decideMany(decision: ReviewDecision, comment: string | null) {
    const result = await decisions.decideMany(selectedRows, decision, comment);
    learn(result.conflicts);
    selection.remove(result.decided);
    setOutcome(result.left.length > 0 ? result : undefined);
    if (id !== undefined && result.decided.includes(id) && filter.state !== decision) open(undefined);
  }

  const organizationIds = new Set(selectedRows.map((row) => row.organization_id));
  const { data: reasons } = useCall(
    "listReviewReasons",
    organizationIds.size === 1 ? { params: { id: [...organizationIds][0] ?? 0 } } : undefined,
  );
  const quests = useQuestChoices(assignments.items, list.items);
  const organizations = (knownOrganizations ?? []).map((each) => ({
    id: each.id,
    name: each.organization_name,
  }));
  const title = filter.isRecheck ? deskText("desk.recheck.title") : t(`review.listTitle.${filter.state}`);
  const choices = { filter, quests, organizations, onChange: changeFilter };
  const { toggle } = selection;
  const latestRows = useRef(rows);
  useEffect(() => {
    latestRows.current = rows;
  });
  const select = useCallback(
    (each: string, isRange: boolean) => toggle(each, latestRows.current?.filter((row) => !isOwn(row)) ?? [], isRange),
    [toggle],
  );

  return (
    <>
      <header className={styles.head}>
        <h1>{t("review.title")}</h1>
        {filter.quest === undefined ? null : (
          <p>
            {rich("review.ofOneQuest", {
              link: (words) => (
                <Link to={addressOf(undefined, addressQueryOf(without(filter, "quest")).toString())}>{words}</Link>
              ),
            })}
          </p>
        )}
        <Button
          small
          className={styles.help}
          icon={<Keyboard aria-hidden="true" />}
          aria-keyshortcuts="?"
          onClick={() => setIsHelpOpen(true)}
        >
          {deskText("desk.help")}
        </Button>
      </header>
      <DecisionNotices
        undoables={decisions.undoables}
        onUndo={decisions.undo}
        undoProblem={decisions.undoProblem}
        onUndoAgain={decisions.undoAgain}
        onDismissUndoProblem={decisions.dismissUndoProblem}
        failures={decisions.failures}
        onDismissFailure={decisions.dismissFailure}
        addressOf={addressOf}
      />
      <ShortcutHelp open={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
      <div className={classNames(styles.review, id !== undefined && styles.chosen)}>
        <div className={styles.list}>
          <SampleTabs
            filter={filter}
            counts={counts.data}
            addressOf={(tab) => addressOf(undefined, addressQueryOf({ ...filter, ...tab }).toString())}
          />
          <SampleTools {...choices} view={view} onView={changeView} />
          <FilterChips {...choices} />
          <div className={styles.titleLine}>
            <h2>{title}</h2>
            {filter.isRecheck || !rows || rows.length === 0 ? null : (
              <Button small tone="plain" onClick={() => selection.add(rows.filter(isFree).map((row) => row.id))}>
                {deskText("desk.select.all")}
              </Button>
            )}
          </div>
          {outcome ? (
            <Banner tone="warning" onClose={() => setOutcome(undefined)}>
              {outcome.words}. {outcome.conflicts.length > 0 ? deskText("desk.result.stay") : null}
            </Banner>
          ) : null}
          <SampleList
            title={title}
            empty={<EmptyList filter={filter} onClear={() => changeFilter(without(filter, "all"))} />}
            view={view}
            rows={rows}
            hasFailed={list.error !== undefined}
            chosenId={id}
            selected={filter.isRecheck ? undefined : selection.ids}
            claims={claims}
            isSending={decisions.isSending}
            frame={frame}
            addressOf={addressOf}
            onSelect={select}
            onReload={() => void list.reload()}
            hasMore={list.hasMore}
            isLoadingMore={list.isLoadingMore}
            onMore={list.loadMore}
          />
          {selectedRows.length > 0 ? (
            <BulkBar
              count={selectedRows.length}
              reasons={reasons ?? []}
              takesKeys={id === undefined}
              onDecide={decideMany}
              onClear={selection.clear}
            />
          ) : null}
        </div>
        <div ref={detail} className={styles.detail}>
          {id === undefined ? (
            <section className={styles.none}>
              <h2>{t("review.none")}</h2>
              <EmptyState>
                {rich("review.none.hint", { keys: (words) => <span className={styles.keys}>{words}</span> })}
              </EmptyState>
            </section>
          ) : (
            <>
              <Link to={addressOf()} className={styles.back}>
                <ArrowLeft className="flips" aria-hidden="true" />
                {t("review.all")}
              </Link>
              {sample.data ? (
                <SampleOverview
                  sample={sample.data}
                  protocol={
                    sample.data.protocol ? sample.data.protocol : specificationForm(sample.data.quest.quest_type)
                  }
                  tiles={{ url: configuration?.tile_url, attribution: configuration?.tile_attribution }}
                  onDecide={decide}
                  isSecondLook={filter.isRecheck}
                />
              ) : isMissing(sample.error) ? (
                <EmptyState>{t("review.missing")}</EmptyState>
              ) : sample.error ? (
                <FailedState message={t("review.failed")} onRetry={() => void sample.mutate()} />
              ) : (
                <Loading label={t("app.loading")}>
                  <Skeleton height="36rem" radius="10px" />
                </Loading>
              )}
            </>
          )}
        </div>
      </div>
    </>
  );
}

/** Somebody else has to decide on it. */
function isOwn(row: DeskRow | undefined): boolean {
  return row?.own_data_point === "refused";
}

function countQueryOf({ state: _state, sort: _sort, recheck: _recheck, ...filter }: SampleQuery) {
  return filter;
}

/** The quests to choose from: those with something to review, and those of the rows. */
function useQuestChoices(
  assignments: readonly { quest_id: number; quest_name: string }[] | undefined,
  rows: readonly { quest_id: number; quest_name: string }[] | undefined,
) {
  return useMemo(() => {
    const names = new Map([...(assignments ?? []), ...(rows ?? [])].map((each) => [each.quest_id, each.quest_name]));
    return [...names].map(([id, name]) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name));
  }, [assignments, rows]);
}
