import { t as answersText } from "../../../../generated/web-texts/answers.ts";
import { t } from "../../../../generated/web-texts/results.ts";
import type { FieldSummary } from "../../../contract/results.ts";
import { withoutReferences } from "../../../protocol/references.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { BarChart, NumbersBelow } from "../../ui/charts.tsx";
import { figuresWithUnit } from "../../ui/figures-with-unit.ts";
import { formatCount, formatNumber } from "../../ui/numbers.ts";
import styles from "./results.module.css";
import { TimeChart, withEmptyMonths } from "./time-chart.tsx";

const decimalsMax = 10;

const labelOf = ({ label }: Pick<FieldSummary, "label">) => fieldText(withoutReferences(label));

export const questionOf = (field: FieldSummary): string => labelOf(field);

/** What was answered to one question, as the chart that fits. */
export function QuestionResults({ field, level: Heading = "h3" }: { field: FieldSummary; level?: "h2" | "h3" }) {
  const label = labelOf(field);
  const { count, kind, months, numbers, options } = field;
  const isMany = kind === "choices" || kind === "rank";
  return (
    <section className="stack card gap-12 pad-16 shrinks" aria-label={label}>
      <Heading className="text-18">{label}</Heading>
      <p className="muted">{t(isMany ? "results.question.all" : "results.question.answers", { count })}</p>
      {numbers ? (
        <Histogram label={label} numbers={numbers} unit={field.unit ?? undefined} isWhole={kind === "integer"} />
      ) : null}
      {options ? <OptionBars label={label} field={{ ...field, options }} /> : null}
      {months ? (
        <TimeChart
          title={t("results.question.byMonth")}
          label={label}
          counted={t("results.question.count")}
          unit="month"
          steps={withEmptyMonths(months)}
        />
      ) : null}
    </section>
  );
}

function Histogram({
  label,
  numbers: { bins, max, median, min },
  unit,
  isWhole,
}: {
  label: string;
  numbers: NonNullable<FieldSummary["numbers"]>;
  unit: string | undefined;
  isWhole: boolean;
}) {
  const words = (value: number) => figuresWithUnit(formatNumber(value, decimalsMax, { atMost: true }), unit);
  const hasBinEach = isWhole && bins.every(({ from, to }) => to - from === 1);
  const named = bins.map(({ from, to, count }) => ({
    label: hasBinEach ? words(from) : t("results.question.range", { from: words(from), to: words(to) }),
    count,
  }));
  return (
    <>
      <BarChart
        title={t("results.question.numbers", { median: words(median), min: words(min), max: words(max) })}
        bars={named.map((bin) => ({ label: bin.label, parts: [{ key: "all", count: bin.count }] }))}
        ends={hasBinEach ? [words(min), words(max)] : [words(bins[0]?.from ?? min), words(bins.at(-1)?.to ?? max)]}
      />
      <NumbersBelow
        label={label}
        columns={[t("results.question.value"), t("results.question.count")]}
        rows={named.map((bin) => ({ key: bin.label, heading: bin.label, cells: [formatCount(bin.count)] }))}
      />
    </>
  );
}

type AnsweredOptions = FieldSummary & { options: NonNullable<FieldSummary["options"]> };

function OptionBars({ label, field }: { label: string; field: AnsweredOptions }) {
  const { count: answers, options, others = 0 } = field;
  // A calculated answer can be yes or no too.
  const isTruth = options.every(({ label, value }) => label === value && (value === "true" || value === "false"));
  const bars = options.map((option) => ({
    key: option.value,
    label: isTruth ? answersText(option.value === "true" ? "answers.yes" : "answers.no") : labelOf(option),
    count: option.count,
  }));
  if (others > 0) bars.push({ key: "", label: t("results.question.others"), count: others });
  const most = bars.reduce((best, bar) => (bar.count > best.count ? bar : best));
  const share = (count: number) => t("results.question.percent", { percent: Math.round((100 * count) / answers) });
  return (
    <>
      <ul
        className={`stack gap-8 ${styles.options}`}
        aria-label={t("results.question.bars", { title: label, label: most.label, count: formatCount(most.count) })}
      >
        {bars.map(({ key, label, count }) => (
          <li key={key} className="grid gap-4 across-12">
            <span>{label}</span>
            <span className="figures">{formatCount(count)}</span>
            <span
              className={styles.optionBar}
              style={{ width: `${(100 * count) / Math.max(1, most.count)}%` }}
              aria-hidden="true"
            />
          </li>
        ))}
      </ul>
      <NumbersBelow
        label={label}
        columns={[t("results.question.option"), t("results.question.count"), t("results.question.share")]}
        rows={bars.map(({ key, label, count }) => ({ key, heading: label, cells: [formatCount(count), share(count)] }))}
      />
    </>
  );
}
