import { Link, useParams } from "react-router";
import { rich, t } from "../../../generated/web-texts/results.ts";
import type { QuestResults } from "../../contract/results.ts";
import { Downloads } from "../features/releases/release-details.tsx";
import { AboutData, EmbedCode, WhoTookPart } from "../features/results/about-data.tsx";
import { FirstOnes, NewestPoints, PhotoWall } from "../features/results/newest-points.tsx";
import { PointsMap } from "../features/results/points-map.tsx";
import { QuestionResults } from "../features/results/question-results.tsx";
import { ResultFigures } from "../features/results/result-figures.tsx";
import styles from "../features/results/results.module.css";
import { TimeChart, withEmptySteps } from "../features/results/time-chart.tsx";
import { PublicSeries } from "../features/stations/station-series.tsx";
import { hasNoAnswer, isMissing, sentenceOf } from "../foundation/api/api-error.ts";
import { parseId } from "../foundation/api/quests.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { paths } from "../foundation/paths.ts";
import { inItsLanguage } from "../foundation/texts/reader-language.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { Part } from "../ui/part.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { useMediaQuery, wideScreen } from "../ui/use-media-query.ts";
import { PagePart } from "./page-part.tsx";

/** Photos and list show these. */
const newestCount = 100;

/** What a quest's volunteers have measured, open to everybody. */
export function QuestResultsPage() {
  const id = parseId(useParams().id);
  const results = useCall("getQuestResults", id === undefined ? undefined : { params: { id } });
  const { data, error } = results;
  if (data) return <Shown key={data.quest_id} results={data} />;
  const isHidden = id === undefined || isMissing(error);
  return (
    <div className={`stack pad-16 ${styles.page}`}>
      <PageTitle>{t(isHidden ? "results.hidden" : "results.title")}</PageTitle>
      <h1 className="visually-hidden">{t("results.title")}</h1>
      {isHidden ? (
        <EmptyState action={<ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>}>
          {t("results.hidden")}
        </EmptyState>
      ) : error ? (
        <FailedState message={t("results.failed")} onRetry={() => void results.mutate()}>
          {hasNoAnswer(error) ? t("results.offline") : sentenceOf(error)}
        </FailedState>
      ) : (
        <Loading height="40rem" />
      )}
    </div>
  );
}

function Shown({ results }: { results: QuestResults }) {
  const { quest_id: id, quest_name: questName, organization, accepted, contributors, volunteers } = results;
  return (
    <div className={`stack pad-16 ${styles.page}`}>
      <PageTitle>{t("results.titleOf", { questName })}</PageTitle>
      <header className="stack gap-4">
        <p className="muted">{t("results.title")}</p>
        <h1 {...inItsLanguage(results)}>{questName}</h1>
        <p>
          {rich(
            "results.by",
            {
              link: (name) => (
                <Link to={paths.organization(organization.id)} translate="no">
                  {name}
                </Link>
              ),
            },
            { organizationName: organization.organization_name },
          )}
        </p>
        <p className="cluster across-16">
          <Link to={paths.quest(id)} className="roomy">
            {t("results.seeQuest")}
          </Link>
          {accepted === 0 ? null : (
            <a href="#downloads" className="roomy">
              {t("results.downloads")}
            </a>
          )}
        </p>
      </header>
      {accepted === 0 ? (
        <EmptyState action={<ButtonLink to={paths.quest(id)}>{t("results.seeQuest")}</ButtonLink>}>
          {t("results.none")}
        </EmptyState>
      ) : (
        <>
          <Part>
            <ResultFigures results={results} />
          </Part>
          <Where results={results} />
          <Points results={results} shows="photos" />
          <Part>
            <Charts results={results} />
          </Part>
          {results.positions === "exact" ? (
            <Part>
              <PublicSeries questId={id} />
            </Part>
          ) : null}
          <Points results={results} shows="newest" />
          <PagePart title={t("results.people")}>
            <WhoTookPart contributors={contributors} volunteers={volunteers} />
          </PagePart>
        </>
      )}
      <PagePart title={t("results.data")}>
        <AboutData results={results} />
      </PagePart>
      {accepted === 0 ? null : (
        <div id="downloads">
          <PagePart title={t("results.downloads")}>
            <Downloads questId={id} />
          </PagePart>
        </div>
      )}
      {accepted === 0 ? null : (
        <details className={styles.fold}>
          <summary className="strong">{t("results.embed")}</summary>
          <EmbedCode results={results} />
        </details>
      )}
    </div>
  );
}

function Charts({ results: { over_time: overTime, fields } }: { results: QuestResults }) {
  const isWide = useMediaQuery(wideScreen);
  return (
    <>
      <PagePart title={t("results.overTime")}>
        <TimeChart
          title={t("results.overTime.by", { unit: overTime.unit })}
          counted={t("results.points")}
          unit={overTime.unit}
          steps={withEmptySteps(overTime)}
        />
      </PagePart>
      {fields.length === 0 ? null : (
        <PagePart title={t("results.questions")}>
          <FirstOnes of={fields} first={isWide ? fields.length : 1} className={`grid start gap-16 ${styles.questions}`}>
            {(field) => (
              <li key={`${field.group} ${field.key} ${field.unit}`}>
                <QuestionResults field={field} />
              </li>
            )}
          </FirstOnes>
        </PagePart>
      )}
    </>
  );
}

function Where({ results: { quest_id: id, accepted, box } }: { results: QuestResults }) {
  if (box === null) return null;
  return (
    <PagePart title={t("results.map")}>
      <p className="muted">{t("results.map.all", { count: accepted })}</p>
      <PointsMap questId={id} box={box} className={styles.map} />
    </PagePart>
  );
}

/** The photos or the list of the newest data points. */
function Points({ results, shows }: { results: QuestResults; shows: "photos" | "newest" }) {
  const { quest_id: id, photo_licence: licence } = results;
  const newest = useCall("listPublicPoints", { params: { id }, query: { limit: newestCount } });
  const { data: points, error } = newest;
  if (!points) {
    if (!error) return <Loading height="30rem" />;
    // Said once for both.
    return shows === "newest" ? null : (
      <FailedState message={t("results.newest.failed")} onRetry={() => void newest.mutate()} />
    );
  }
  return shows === "photos" ? (
    <PagePart title={t("results.photos")}>
      <PhotoWall questId={id} points={points} licence={licence} />
    </PagePart>
  ) : (
    <PagePart title={t("results.newest")}>
      <NewestPoints questId={id} points={points} />
    </PagePart>
  );
}
