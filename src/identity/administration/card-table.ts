import { type Html, html } from "../pages/html.ts";

export type CardColumn = {
  label: string;
  /** Link that sorts by this column, or reverses the order. */
  sort?: { url: string; now: "ascending" | "descending" | undefined } | undefined;
};

type Cell = Html | string;

const arrow = {
  ascending: html`<svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6"><path d="M8 13V3M4 7l4-4 4 4"/></svg>`,
  descending: html`<svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6"><path d="M8 3v10M4 9l4 4 4-4"/></svg>`,
  none: html`<svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.4" opacity=".6"><path d="m5 6 3-3 3 3M5 10l3 3 3-3"/></svg>`,
};

/**
 * A table that becomes cards on phones, with a label beside each cell. ARIA roles are explicit, because elements lose
 * their table roles when CSS changes their display. With `named`, the first cell is the row's heading.
 */
export function cardTable(content: {
  label: string;
  columns: readonly CardColumn[];
  rows: readonly (readonly Cell[])[];
  named?: boolean;
}): Html {
  const { label, columns, rows, named = false } = content;
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table class="cards" role="table" aria-label="${label}">
<thead role="rowgroup"><tr role="row">${columns.map(columnHeader)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    (cells) =>
      html`<tr role="row">${cells.map((cell, index) =>
        named && index === 0
          ? html`<th role="rowheader" scope="row">${cell}</th>`
          : html`<td role="cell" data-label="${columns[index]?.label}"><span>${cell}</span></td>`,
      )}</tr>`,
  )}</tbody></table></div>`;
}

function columnHeader({ label, sort }: CardColumn): Html {
  if (!sort) return html`<th role="columnheader" scope="col">${label}</th>`;
  return html`<th role="columnheader" scope="col" class="sortable"${sort.now && html` aria-sort="${sort.now}"`}><a href="${sort.url}">${label}${arrow[sort.now ?? "none"]}</a></th>`;
}
