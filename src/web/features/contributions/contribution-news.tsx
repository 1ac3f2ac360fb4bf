import { t } from "../../../../generated/web-texts/contributions.ts";
import { useContributionSummary } from "../../foundation/api/contributions.ts";
import { paths } from "../../foundation/paths.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import styles from "./contribution-news.module.css";

/** Requests that need an answer, or else news. */
export function ContributionNews({
  username,
  isOnlyOfRequests = false,
  isInPage = isOnlyOfRequests,
}: {
  username: string;
  isOnlyOfRequests?: boolean;
  /** The page around it has margins. */
  isInPage?: boolean;
}) {
  const { data } = useContributionSummary(username);
  if (!data) return null;
  const { change_requested: requested, news } = data;
  const className = isInPage ? undefined : styles.home;
  if (requested > 0) {
    return (
      <Banner
        tone="warning"
        className={className}
        action={
          <ButtonLink to={`${paths.contributions}?state=change_requested`} tone="primary">
            {t("contributions.needAnswer.show", { count: requested })}
          </ButtonLink>
        }
      >
        {t("contributions.needAnswer", { count: requested })}
      </Banner>
    );
  }
  if (news === 0 || isOnlyOfRequests) return null;
  return (
    <Banner
      tone="info"
      className={className}
      action={<ButtonLink to={paths.contributions}>{t("contributions.news.show")}</ButtonLink>}
    >
      {t("contributions.news.home", { count: news })}
    </Banner>
  );
}
