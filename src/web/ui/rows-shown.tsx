import { useState } from "react";
import { t } from "../../../generated/web-texts/rows.ts";
import type { Field, GroupField, Row, Values } from "../../protocol/field.ts";
import { isGeometry } from "../../protocol/geometry.ts";
import { ownValue } from "../../protocol/given.ts";
import { listedItemsKey } from "../../protocol/lists/listed-items.ts";
import { rowsIn } from "../../protocol/places.ts";
import { fieldText } from "../foundation/texts/protocol.ts";
import { Button } from "./button.tsx";
import { filledMeasurements, formatMeasurement, withAnswers } from "./format-measurement.ts";
import { GeometryShown } from "./geometry/geometry-shown.tsx";
import { rowTitle } from "./row-words.ts";
import styles from "./rows-shown.module.css";

const shownAtOnce = 10;

/** The rows of a group with their answers; at first, some of many. */
export function RowsShown({
  group,
  rows: value,
  values,
  fields,
}: {
  group: GroupField;
  rows: unknown;
  /** Values of the form, and of rows around this group. */
  values: Values;
  /** All of the protocol. */
  fields: readonly Field[];
}) {
  const [isWhole, setIsWhole] = useState(false);
  const rows = rowsIn(value);
  const shown = isWhole ? rows : rows.slice(0, shownAtOnce);
  return (
    <>
      <ol className={`stack ${styles.rows}`}>
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: stored rows have no other name.
          <li key={index} className={styles.row}>
            <RowShown
              group={group}
              row={row as Row}
              number={index + 1}
              values={{ ...values, ...row }}
              fields={fields}
            />
          </li>
        ))}
      </ol>
      {rows.length > shown.length ? (
        <Button small onClick={() => setIsWhole(true)}>
          {t("rows.showAll", { count: rows.length })}
        </Button>
      ) : null}
    </>
  );
}

function RowShown({
  group,
  row,
  number,
  values,
  fields,
}: {
  group: GroupField;
  row: Row;
  number: number;
  values: Values;
  fields: readonly Field[];
}) {
  const answerOf = (key: string) => ownValue(values, key);
  // The items of lists are kept beside the answers of the form.
  const own = { ...row, [listedItemsKey]: values[listedItemsKey] };
  const measured = filledMeasurements(own, { fields: group.fields }, fields, answerOf);
  return (
    <>
      <span className="strong breaks">{rowTitle(group, number, fields, answerOf)}</span>
      {measured.length === 0 ? <span className={styles.none}>{t("rows.empty")}</span> : null}
      <dl className={`cluster across-16 ${styles.answers}`}>
        {measured.map(({ name, label, ...measurement }) => (
          <div
            key={name}
            data-rows={measurement.field?.kind === "group" || undefined}
            data-map={isGeometry(measurement.value) || undefined}
          >
            <dt>{label === undefined ? name : fieldText(withAnswers(label, fields, answerOf))}</dt>
            <dd>
              {measurement.field?.kind === "group" ? (
                <RowsShown group={measurement.field} rows={measurement.value} values={values} fields={fields} />
              ) : isGeometry(measurement.value) ? (
                <GeometryShown geometry={measurement.value} />
              ) : (
                formatMeasurement(measurement)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
