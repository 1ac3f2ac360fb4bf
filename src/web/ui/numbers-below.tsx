import { type ReactNode, useState } from "react";
import { t } from "../../../generated/web-texts/charts.ts";
import { Button } from "./button.tsx";
import styles from "./numbers-below.module.css";
import { Table } from "./table.tsx";

/** A row: its heading, then its cells. */
export type NumbersRow = { key: string; heading: ReactNode; cells: readonly string[] };

/** The numbers of a chart as a table, on request. `label` is what they are of. */
export function NumbersBelow({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly [string, ...string[]];
  rows: readonly NumbersRow[];
}) {
  const [showsTable, setShowsTable] = useState(false);
  const [first, ...others] = columns;
  return (
    <>
      <div>
        <Button aria-expanded={showsTable} onClick={() => setShowsTable(!showsTable)}>
          <span>
            {t(showsTable ? "charts.numbers.hide" : "charts.numbers.show")}{" "}
            <span className="visually-hidden">{label}</span>
          </span>
        </Button>
      </div>
      {showsTable ? (
        <div className={styles.table}>
          <Table label={t("charts.numbers.of", { label })}>
            <thead>
              <tr>
                <th>{first}</th>
                {others.map((column) => (
                  <th key={column} className={styles.number}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, heading, cells }) => (
                <tr key={key}>
                  <th scope="row">{heading}</th>
                  {cells.map((cell, index) => (
                    <td key={others[index]} className={styles.number}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      ) : null}
    </>
  );
}
