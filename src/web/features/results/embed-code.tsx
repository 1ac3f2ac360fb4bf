import { useState } from "react";
import { t } from "../../../../generated/web-texts/results.ts";
import type { QuestResults } from "../../../contract/results.ts";
import { paths } from "../../foundation/paths.ts";
import { CopiedText } from "../../ui/copied-text.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { questionOf } from "./question-results.tsx";
import styles from "./results.module.css";

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
