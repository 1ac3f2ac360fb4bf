import Bell from "lucide-react/icons/bell";
import { NavLink } from "react-router";
import { useNewsSummary } from "../api/news.ts";
import { formatCount } from "../components/numbers.ts";
import { paths } from "../paths.ts";
import { t } from "../texts/news.ts";
import styles from "./news-badge.module.css";

/** The bell, with the number of unseen messages and of data points with updates. */
export function NewsBadge() {
  const { data } = useNewsSummary();
  const count = (data?.messages ?? 0) + (data?.data_points ?? 0);
  const words = t("news.bell", { count });
  return (
    <NavLink
      to={paths.news}
      end
      className={styles.badge ?? ""}
      aria-label={words}
      title={words}
      {...(count > 0 && { "data-badge": "" })}
    >
      <Bell aria-hidden="true" />
      {count > 0 ? <span>{formatCount(count)}</span> : null}
    </NavLink>
  );
}
