import { useState } from "react";
import { useLocation } from "react-router";
import { t } from "../../../generated/web-texts/results.ts";
import type { QuestResults } from "../../contract/results.ts";
import { PointsMap } from "../features/results/points-map.tsx";
import { QuestionResults } from "../features/results/question-results.tsx";
import { TimeChart, withEmptySteps } from "../features/results/time-chart.tsx";
import { hasNoAnswer, isMissing, sentenceOf } from "../foundation/api/api-error.ts";
import { parseId } from "../foundation/api/quests.ts";
import { connectSession } from "../foundation/api/session.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { paths } from "../foundation/paths.ts";
import { inItsLanguage } from "../foundation/texts/reader-language.ts";
import { LiveRegion } from "../ui/live-region.tsx";
import { FailedState } from "../ui/message-state.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { withNames } from "../ui/verbatim.tsx";
import styles from "./results-embed-page.module.css";

/** In a frame on another site nobody is signed in, and storage may be blocked. */
const nobody = { getAccessToken: async () => undefined, renewAccessToken: async () => undefined };

/** There are coasts and borders, and no streets. */
const coastsZoom = 6;

/** A quest's results for a frame on another site: a map and a chart, from this server only. */
export function ResultsEmbedPage() {
  const { pathname, search } = useLocation();
  // This comes before the first call is made.
  useState(() => connectSession(nobody));

  return (
    <main className={`stack gap-16 breaks ${styles.page}`}>
      <Results id={parseId(pathname.split("/")[2])} chart={new URLSearchParams(search).get("chart")} />
      <LiveRegion />
    </main>
  );
}

function Results({ id, chart }: { id: number | undefined; chart: string | null }) {
  const results = useCall("getQuestResults", id === undefined ? undefined : { params: { id } });
  const { data, error } = results;
  if (data) return <Shown results={data} chart={chart} />;
  if (id === undefined || isMissing(error)) return <h1 className="text-16">{t("results.hidden")}</h1>;
  if (!error) return <Loading height="20rem" />;
  return (
    <FailedState message={t("results.failed")} onRetry={() => void results.mutate()}>
      {hasNoAnswer(error) ? null : sentenceOf(error)}
    </FailedState>
  );
}

function Shown({ results, chart }: { results: QuestResults; chart: string | null }) {
  const { quest_id: id, quest_name: questName, organization, accepted, box, volunteers } = results;
  const { organization_name: organizationName } = organization;
  return (
    <>
      <title>{t("results.titleOf", { questName })}</title>
      <header className="grid gap-8">
        <h1 className="text-22" {...inItsLanguage(results)}>
          {questName}
        </h1>
        <p>
          {withNames((by) =>
            t("results.shared", { count: accepted, volunteers, organizationName: by(organizationName) }),
          )}
        </p>
      </header>
      {box === null ? null : (
        <PointsMap questId={id} box={box} className={styles.map} hasPhotos={false} closestZoom={coastsZoom} />
      )}
      {accepted === 0 ? null : <Chart results={results} chart={chart} />}
      <p>
        <a href={paths.questResults(id)} target="_blank" rel="noopener" className="roomy">
          {t("results.embed.whole")}
        </a>
      </p>
    </>
  );
}

/** The question of that key, or when data points were measured. */
function Chart({ results: { fields, over_time: overTime }, chart }: { results: QuestResults; chart: string | null }) {
  const field = fields.find(({ key }) => key === chart);
  if (field) return <QuestionResults field={field} level="h2" />;
  return (
    <section aria-label={t("results.overTime")}>
      {chart === null ? null : <p className="text-16">{t("results.embed.noChart")}</p>}
      <TimeChart
        title={t("results.overTime.by", { unit: overTime.unit })}
        counted={t("results.points")}
        unit={overTime.unit}
        steps={withEmptySteps(overTime)}
      />
    </section>
  );
}
