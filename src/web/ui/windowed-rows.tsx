import { type HTMLAttributes, type ReactNode, type Ref, useLayoutEffect, useRef, useState } from "react";
import { useWindowedRows } from "./use-windowed-rows.ts";

/** Attributes of a row. */
export type WindowedRow = HTMLAttributes<HTMLTableRowElement> & {
  ref: Ref<HTMLTableRowElement>;
  "data-index": number;
};

/** Estimated heights until measured. */
const rowHeightPx = 45;
const cardHeightPx = 260;

/**
 * A windowed table body: only rows near the window, and the focused one, are in the page. The first rows set the columns'
 * widths.
 */
export function WindowedRows({
  keys,
  children,
  ...attributes
}: Omit<HTMLAttributes<HTMLTableSectionElement>, "children"> & {
  /** Keys of the rows, unique across tables. */
  keys: readonly string[];
  children: (index: number, row: WindowedRow) => ReactNode;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [{ isOfCards, gapPx }, setLayout] = useState({ isOfCards: false, gapPx: 0 });
  useLayoutEffect(() => {
    const table = body.current?.closest("table");
    if (!body.current || !table) return;
    const { display, rowGap } = getComputedStyle(body.current);
    setLayout({ isOfCards: display === "grid", gapPx: Number.parseFloat(rowGap) || 0 });
    const headers = [...table.querySelectorAll("th[scope=col]")] as HTMLElement[];
    const setWidths = (widths: readonly string[], layout: string) => {
      for (const [index, header] of headers.entries()) header.style.width = widths[index] ?? "";
      table.style.tableLayout = layout;
    };
    if (display !== "grid")
      setWidths(
        headers.map(({ offsetWidth }) => `${offsetWidth}px`),
        "fixed",
      );
    return () => setWidths([], "");
  }, []);
  const { rows, away, beforePx, afterPx, measure, setFocusedRow } = useWindowedRows(body, {
    count: keys.length,
    rowHeightPx: isOfCards ? cardHeightPx : rowHeightPx,
    gapPx,
    keyOf: (index) => `${isOfCards}/${keys[index]}`,
  });
  const inPage = away ? [...rows, away].sort((one, other) => one.index - other.index) : rows;
  return (
    <tbody
      ref={body}
      {...attributes}
      // Heights above are compensated already.
      style={{ position: "relative", overflowAnchor: "none" }}
      onBlur={() => setFocusedRow(undefined)}
    >
      <Space heightPx={beforePx - gapPx} />
      {inPage.map(({ index, startPx }) =>
        children(index, {
          ref: measure,
          "data-index": index,
          "aria-rowindex": index + 2,
          onFocus: () => setFocusedRow(index),
          ...(away?.index === index && { style: { position: "absolute", insetBlockStart: startPx } }),
        }),
      )}
      <Space heightPx={afterPx - gapPx} />
    </tbody>
  );
}

/** A placeholder for rows that are not in the page. */
function Space({ heightPx }: { heightPx: number }) {
  if (heightPx <= 0) return null;
  // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: screen readers must ignore it.
  return <tr role="presentation" style={{ height: heightPx, padding: 0, border: 0 }} />;
}
