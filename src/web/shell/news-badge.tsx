import Bell from "lucide-react/icons/bell";
import { NavLink } from "react-router";
import { useContributionSummary } from "../api/contributions.ts";
import { formatCount } from "../components/numbers.ts";
import { paths } from "../paths.ts";
import { t } from "../texts/contributions.ts";
import styles from "./news-badge.module.css";

/** The number of news about the user's data points, as a link; hidden if there are none. */
export function NewsBadge({ account }: { account: string }) {
  const { data } = useContributionSummary(account);
  const count = data?.news ?? 0;
  if (count === 0) return null;
  return (
    <NavLink
      to={paths.contributions}
      end
      className={styles.badge ?? ""}
      aria-label={t("contributions.news", { count })}
      title={t("contributions.news", { count })}
      data-badge=""
    >
      <Bell aria-hidden="true" />
      <span>{formatCount(count)}</span>
    </NavLink>
  );
}
