import { useMemo } from "react";
import { useListInParts } from "../../api/list-parts.ts";
import { useCall } from "../../api/use-call.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { t as deskText } from "../../texts/desk.ts";
import { t } from "../../texts/review.ts";
import { BulkBar } from "./bulk-bar.tsx";
import styles from "./review-desk.module.css";
import { without } from "./sample-filter.ts";
import { FilterChips } from "./sample-filters.tsx";
import { EmptyList, SampleList, SampleTabs } from "./sample-list.tsx";
import { SampleTools } from "./sample-tools.tsx";
import type { OpenDesk } from "./use-review-desk.ts";

/** The list of the desk, with what narrows it and what is done with a selection. */
export function DeskList({ openDesk, isAdmin }: { openDesk: OpenDesk; isAdmin: boolean }) {
  const { id, filter, list, counts, desk, state, frame, addressOf, changeFilter } = openDesk;
  const { rows, selected, selectedRows, outcome } = state;
  const { data: knownOrganizations = [] } = useCall("listOrganizations", isAdmin ? {} : undefined);
  const assignments = useListInParts("listAssignments", { query: { limit: 200 } });
  const reasons = useReasonsOf(selectedRows);
  const choices = {
    filter,
    quests: useQuestChoices(assignments.items, list.items),
    organizations: knownOrganizations.map((each) => ({ id: each.id, name: each.organization_name })),
    onChange: changeFilter,
  };
  const title = filter.isRecheck ? deskText("desk.recheck.title") : t(`review.listTitle.${filter.state}`);
  return (
    <div className={styles.list}>
      <SampleTabs filter={filter} counts={counts} addressOf={(tab) => addressOf(undefined, { ...filter, ...tab })} />
      <SampleTools {...choices} view={state.view} onView={desk.setView} />
      <FilterChips {...choices} />
      <div className={styles.titleLine}>
        <h2>{title}</h2>
        {filter.isRecheck || !rows || rows.length === 0 ? null : (
          <Button small tone="plain" onClick={desk.selectAll}>
            {deskText("desk.select.all")}
          </Button>
        )}
      </div>
      {outcome ? (
        <Banner tone="warning" onClose={desk.dismissOutcome}>
          {deskText("desk.result", { results: outcome.words, conflictCount: outcome.conflicts.length })}
        </Banner>
      ) : null}
      <SampleList
        title={title}
        empty={<EmptyList filter={filter} onClear={() => changeFilter(without(filter, "all"))} />}
        view={state.view}
        rows={rows}
        hasFailed={list.error !== undefined}
        chosenId={id}
        selected={filter.isRecheck ? undefined : selected}
        claims={state.claims}
        isSending={(each) => desk.decisions.isSending(each)}
        frame={frame}
        addressOf={addressOf}
        onSelect={desk.toggle}
        onReload={() => void list.reload()}
        hasMore={list.hasMore}
        isLoadingMore={list.isLoadingMore}
        onMore={list.loadMore}
      />
      {selectedRows.length > 0 ? (
        <BulkBar
          count={selectedRows.length}
          reasons={reasons}
          takesKeys={id === undefined}
          onDecide={desk.decideMany}
          onClear={desk.clearSelection}
        />
      ) : null}
    </div>
  );
}

/** What the reviewers of these rows say often, where all are of one organization. */
function useReasonsOf(rows: readonly { organization_id: number }[]) {
  const [id, ...others] = new Set(rows.map((row) => row.organization_id));
  const isOne = id !== undefined && others.length === 0;
  const { data = [] } = useCall("listReviewReasons", isOne ? { params: { id } } : undefined);
  return data;
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
