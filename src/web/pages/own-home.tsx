import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ComponentProps } from "react";
import { Link } from "react-router";
import { t as contributionsText } from "../../../generated/web-texts/contributions.ts";
import { t } from "../../../generated/web-texts/joined.ts";
import { OwnQuests } from "../features/quests/own-quests.tsx";
import { useContributionSummary } from "../foundation/api/contributions.ts";
import { paths } from "../foundation/paths.ts";
import { Part } from "../ui/part.tsx";
import styles from "./own-home.module.css";

/** What the home page has for people who are signed in. */
export function OwnHome({ username, ...quests }: { username: string | undefined } & ComponentProps<typeof OwnQuests>) {
  return (
    <Part>
      <OwnQuests {...quests}>
        <Part>{username && <ToAnswer username={username} />}</Part>
      </OwnQuests>
    </Part>
  );
}

/** How many data points need an answer. It comes late, so it has its place beside the heading. */
function ToAnswer({ username }: { username: string }) {
  const count = useContributionSummary(username).data?.change_requested ?? 0;
  if (count === 0) return null;
  return (
    <Link
      to={`${paths.contributions}?state=change_requested`}
      className={`center strong gap-4 nowrap ${styles.toAnswer}`}
      aria-label={contributionsText("contributions.needAnswer", { count })}
    >
      <TriangleAlert aria-hidden="true" />
      {t("joined.toAnswer", { count })}
    </Link>
  );
}
