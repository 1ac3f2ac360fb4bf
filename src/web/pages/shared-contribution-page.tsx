import { useParams } from "react-router";
import { t } from "../../../generated/web-texts/shared.ts";
import type { SharedContribution } from "../../contract/contributions.ts";
import { hasNoAnswer, isMissing, sentenceOf } from "../foundation/api/api-error.ts";
import { parseId } from "../foundation/api/quests.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { paths } from "../foundation/paths.ts";
import { inItsLanguage } from "../foundation/texts/reader-language.ts";
import { ButtonLink } from "../ui/button.tsx";
import { ContourCover } from "../ui/contour-cover.tsx";
import { formatDate } from "../ui/dates.ts";
import { PageTitle } from "../ui/live-region.tsx";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { QuestTypePill } from "../ui/quest-type.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { withNames } from "../ui/verbatim.tsx";
import styles from "./shared-contribution-page.module.css";

/** A volunteer's part of a quest, as they share it: counts and days, without positions. Open to everybody. */
export function SharedContributionPage() {
  const params = useParams();
  const [id, number] = [parseId(params.id), parseId(params.number)];
  const isAddress = id !== undefined && number !== undefined;
  const { data, error, mutate } = useCall("getSharedContribution", isAddress ? { params: { id, number } } : undefined);
  if (data) return <Shown shared={data} />;
  return (
    <div className={styles.page}>
      <PageTitle>{t("shared.title")}</PageTitle>
      <h1 className="visually-hidden">{t("shared.title")}</h1>
      {!isAddress || isMissing(error) ? (
        <EmptyState action={<ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>}>
          {t("shared.unknown")}
        </EmptyState>
      ) : error ? (
        <FailedState message={t("shared.failed")} onRetry={() => void mutate()}>
          {hasNoAnswer(error) ? null : sentenceOf(error)}
        </FailedState>
      ) : (
        <Loading height="24rem" />
      )}
    </div>
  );
}

function Shown({ shared }: { shared: SharedContribution }) {
  const { quest_id: id, quest_name: questName, quest_type: type, own, accepted: total, name } = shared;
  const { first_day: first, last_day: last, organization_name: organizationName } = shared;
  return (
    <article className={styles.page}>
      <PageTitle>{questName}</PageTitle>
      <div className={`card ${styles.card}`}>
        <ContourCover seed={id} type={type} width={720} height={200} className={styles.cover} />
        <div className={`stack start gap-12 breaks ${styles.words}`}>
          <QuestTypePill type={type} />
          <h1 {...inItsLanguage(shared)}>{questName}</h1>
          <p className="muted">{withNames((by) => t("shared.by", { organizationName: by(organizationName) }))}</p>
          <p className="text-22 strong">
            {name === null
              ? t("shared.part", { own, total })
              : withNames((by) => t("shared.partOf", { name: by(name), own, total }))}
          </p>
          <div className="wide">
            <ProgressBar label={t("shared.meter")} value={own} max={Math.max(total, 1)} />
          </div>
          {first === null || last === null ? null : (
            <p className="muted">
              {first === last
                ? formatDate(first)
                : t("shared.days", { first: formatDate(first), last: formatDate(last) })}
            </p>
          )}
          <div className="cluster gap-12">
            <ButtonLink to={paths.quest(id)} tone="next">
              {t("shared.quest")}
            </ButtonLink>
            <ButtonLink to={paths.questResults(id)}>{t("shared.results")}</ButtonLink>
          </div>
        </div>
      </div>
    </article>
  );
}
