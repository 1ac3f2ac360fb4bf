import Bell from "lucide-react/icons/bell";
import { NavLink } from "react-router";
import { t } from "../../../../generated/web-texts/news.ts";
import { useNewsSummary } from "../../foundation/api/news.ts";
import { paths } from "../../foundation/paths.ts";
import { formatCount } from "../../ui/numbers.ts";
import styles from "./news-badge.module.css";
import { OutboxBadge } from "./outbox-badge.tsx";

/** The header's counts of news and undelivered records. */
export function HeaderBadges({ account }: { account: string }) {
  return (
    <>
      <NewsBadge />
      <OutboxBadge account={account} />
    </>
  );
}

/** The bell, with the number of unseen messages and of data points with updates. */
function NewsBadge() {
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
