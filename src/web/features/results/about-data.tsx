import { useState } from "react";
import { rich, t } from "../../../../generated/web-texts/results.ts";
import type { QuestResults } from "../../../contract/results.ts";
import { metersPerDegree } from "../../../protocol/distance.ts";
import { paths } from "../../foundation/paths.ts";
import { CopiedText } from "../../ui/copied-text.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { formatNumber } from "../../ui/numbers.ts";
import { metersWords } from "../../ui/position-words.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { questionOf } from "./question-results.tsx";
import styles from "./results.module.css";

/** How exact it is, how to cite it, and where programs read it. */
export function AboutData({ results }: { results: QuestResults }) {
  const { quest_id: id, quest_name: questName, organization, as_of: asOf, last_day: lastDay } = results;
  return (
    <>
      <p>{positionWords(results.positions)}</p>
      {results.closed_fields > 0 ? <p>{t("results.closed", { count: results.closed_fields })}</p> : null}
      <p className="muted">
        {rich(
          "results.asOf",
          { time: (moment) => <time dateTime={asOf}>{moment}</time> },
          { moment: formatMoment(asOf) },
        )}
      </p>
      <h3>{t("results.cite")}</h3>
      <CopiedText label={t("results.cite.label")}>
        {t("results.cite.text", {
          organizationName: organization.organization_name,
          year: (lastDay ?? asOf).slice(0, 4),
          title: /[.?!]$/.test(questName) ? questName : `${questName}.`,
          address: new URL(paths.questResults(id), window.location.origin).href,
        })}
      </CopiedText>
      <p>
        <a href={paths.questFeatures(id)} className="roomy">
          {t("results.features")}
        </a>
        <br />
        <span className="muted">{t("results.features.hint")}</span>
      </p>
    </>
  );
}

function positionWords(positions: QuestResults["positions"]): string {
  if (typeof positions === "string") return t(`results.positions.${positions}`);
  return t("results.positions.rounded", {
    distance: metersWords(positions * metersPerDegree),
    degrees: formatNumber(positions, 3, { atMost: true }),
  });
}

/** Those who are named, and how many aren't. */
export function WhoTookPart({ contributors, volunteers }: Pick<QuestResults, "contributors" | "volunteers">) {
  const unnamed = volunteers - contributors.length;
  return (
    <>
      {contributors.length === 0 ? null : (
        <ul className={`cluster ${styles.people}`}>
          {contributors.map(({ name, count }, index) => (
            // Two volunteers may have chosen one name.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole.
            <li key={index}>
              <strong translate="no">{name}</strong>{" "}
              <span className="muted">{t("results.people.count", { count })}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="muted">
        {unnamed > 0 ? t("results.people.unnamed", { count: unnamed }) : null} {t("results.people.how")}
      </p>
    </>
  );
}

const frameHeightPx = 760;

/** The code that shows the map and a chart on another site. */
export function EmbedCode({ results }: { results: QuestResults }) {
  const { quest_id: id, quest_name: questName, fields } = results;
  const [chart, setChart] = useState("");
  const charted = fields.filter(({ numbers, options, months }) => numbers || options || months);
  const address = new URL(paths.resultsEmbed(id), window.location.origin);
  if (chart !== "") address.searchParams.set("chart", chart);
  const title = escaped(t("results.titleOf", { questName }));
  return (
    <div className="stack start gap-12">
      <p>{t("results.embed.lead")}</p>
      {charted.length === 0 ? null : (
        <SelectField
          label={t("results.embed.chart")}
          value={chart}
          any={t("results.overTime")}
          options={charted.map((field) => [field.key, questionOf(field)] as const)}
          onChoose={setChart}
        />
      )}
      <CopiedText
        label={t("results.embed.code")}
        isCode
      >{`<iframe src="${escaped(address.href)}" title="${title}" width="100%" height="${frameHeightPx}" style="border: 0" loading="lazy"></iframe>`}</CopiedText>
    </div>
  );
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
