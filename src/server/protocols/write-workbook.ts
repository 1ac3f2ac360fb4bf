import writeExcelFile from "write-excel-file/node";
import type { WrittenSheet } from "../../protocol/xlsform/table.ts";
import { writeEscapes } from "./cell-escapes.ts";

const columnWidths = { least: 8, most: 50 };

/** An .xlsx workbook of texts with bold, frozen headings. */
export function writeWorkbook(sheets: readonly WrittenSheet[]): Promise<Buffer> {
  const written = sheets.map(({ name, rows }) => ({
    sheet: name,
    stickyRowsCount: 1,
    columns: (rows[0] ?? []).map((_heading, column) => ({ width: widthOf(rows, column) })),
    data: rows.map((cells, index) =>
      cells.map((cell) =>
        cell === ""
          ? null
          : { value: writeEscapes(cell), type: String, ...(index === 0 && { fontWeight: "bold" as const }) },
      ),
    ),
  }));
  return writeExcelFile(written).toBuffer();
}

function widthOf(rows: WrittenSheet["rows"], column: number): number {
  let longest = 0;
  for (const cells of rows) longest = Math.max(longest, cells[column]?.length ?? 0);
  return Math.min(columnWidths.most, Math.max(columnWidths.least, longest + 2));
}
