import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/contributions.ts";
import type { ContributionSummary } from "../../../contract/contributions.ts";
import { type SampleState, sampleStates } from "../../../contract/enums.ts";
import { paths } from "../../foundation/paths.ts";
import { formatCount } from "../../ui/numbers.ts";
import styles from "./contribution-filter.module.css";

/** Requests come first: they need an answer. */
const inOrder = ["change_requested", "pending", "accepted", "denied"] as const satisfies readonly SampleState[];

/** Filters the list by state, with the count of each. */
export function ContributionFilter({
  state,
  summary,
}: {
  state: SampleState | undefined;
  summary: ContributionSummary | undefined;
}) {
  const all = summary && sampleStates.reduce((sum, each) => sum + summary[each], 0);
  const tabs = [{ key: undefined, count: all }, ...inOrder.map((key) => ({ key, count: summary?.[key] }))];
  return (
    <nav aria-label={t("contributions.filter")}>
      <ul className={`row gap-8 ${styles.tabs}`}>
        {tabs.map(({ key, count }) => (
          <li key={key ?? "all"}>
            <Link
              to={key === undefined ? paths.contributions : `${paths.contributions}?state=${key}`}
              replace
              className={`center gap-8 nowrap ${styles.tab}`}
              aria-current={state === key ? "page" : undefined}
            >
              {t(`contributions.filter.${key ?? "all"}`)}
              {count === undefined ? null : <span className="figures">{formatCount(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
