import { useMemo } from "react";
import { t as deskText } from "../../../../generated/web-texts/desk.ts";
import { t } from "../../../../generated/web-texts/review.ts";
import { useListInParts } from "../../foundation/api/list-parts.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { currentLanguage } from "../../foundation/texts/area-texts.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import styles from "./review-desk.module.css";
import { SampleList, SampleTabs } from "./sample-list.tsx";
import { FilterChips, SampleTools } from "./sample-tools.tsx";
import type { OpenDesk } from "./use-review-desk.ts";

/** The list with its filters, and decisions on the selection. */
export function DeskList({ openDesk }: { openDesk: OpenDesk }) {
  const { id, filter, list, desk, state, changeFilter } = openDesk;
  const { rows, selectedRows, outcome } = state;
  const { data: organizations = [] } = useCall("listOrganizations", {});
  const assignments = useListInParts("listAssignments", { query: { limit: 200 } });
  const reasons = useReasonsOf(selectedRows);
  const filters = {
    filter,
    quests: useQuestChoices(assignments.items, list.items),
    organizations: organizations.map((each) => [String(each.id), each.organization_name] as const),
    onChange: changeFilter,
  };
  const title = filter.isRecheck ? deskText("desk.recheck.title") : t(`review.listTitle.${filter.state}`);
  return (
    <div className={`stack gap-12 shrinks ${styles.list}`}>
      <SampleTabs openDesk={openDesk} />
      <SampleTools {...filters} view={state.view} onView={desk.setView} />
      <FilterChips {...filters} />
      <div className={`cluster center between gap-4 across-16 ${styles.titleLine}`}>
        <h2>{title}</h2>
        {filter.isRecheck || !rows || rows.length === 0 ? null : (
          <Button small tone="plain" onClick={desk.selectAll}>
            {deskText("desk.select.all")}
          </Button>
        )}
      </div>
      {outcome ? (
        <Banner tone="warning" onClose={desk.dismissOutcome}>
          {withNames((name) =>
            deskText("desk.result", { results: outcome.words(name), conflictCount: outcome.conflicts.length }),
          )}
        </Banner>
      ) : null}
      <SampleList openDesk={openDesk} title={title} />
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

/** The frequent reasons of the organization, if all rows have the same one. */
function useReasonsOf(rows: readonly { organization_id: number }[]) {
  const [id, ...others] = new Set(rows.map((row) => row.organization_id));
  const isOne = id !== undefined && others.length === 0;
  const { data = [] } = useCall("listReviewReasons", isOne ? { params: { id } } : undefined);
  return data;
}

/** Quests with something to review, and those of the rows. */
function useQuestChoices(
  assignments: readonly { quest_id: number; quest_name: string }[] | undefined,
  rows: readonly { quest_id: number; quest_name: string }[] | undefined,
) {
  return useMemo(() => {
    const names = new Map([...(assignments ?? []), ...(rows ?? [])].map((each) => [each.quest_id, each.quest_name]));
    return [...names]
      .sort(([, one], [, other]) => one.localeCompare(other, currentLanguage().code))
      .map(([id, name]) => [String(id), name] as const);
  }, [assignments, rows]);
}
