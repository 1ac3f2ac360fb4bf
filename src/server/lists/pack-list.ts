import type { ListItem } from "../../protocol/lists/list-item.ts";
import { placeColumnsOf } from "../../protocol/lists/place-columns.ts";
import { normalizeSearchText } from "../../protocol/search-text.ts";
import type { ReadList } from "./read-records.ts";
import { listTooLarge } from "./receive-list.ts";

/** What is known of a whole list. */
export type ListFacts = {
  rows: number;
  attributes: string[];
  /** Those that tell where something is. */
  placeColumns: string[];
};

const pieceRowsMax = 1_000;
const pieceLengthMax = 200_000;
/** The limit for the rows as JSON: a checklist of a few kilobytes may claim names of hundreds of megabytes. */
const listBytesMax = 64_000_000;

/** Sends the rows of `list_items` as JSON, in pieces that hold nobody up. @throws DomainError `list_too_large` */
export function packList({ items, attributes }: ReadList, sendPiece: (piece: Uint8Array) => void): ListFacts {
  let rows: string[] = [];
  let length = 0;
  let bytes = 0;
  const endPiece = () => {
    if (rows.length === 0) return;
    const piece = Buffer.from(`[${rows.join(",")}]`);
    bytes += piece.length;
    if (bytes > listBytesMax) throw listTooLarge();
    sendPiece(piece);
    rows = [];
    length = 0;
  };
  for (const [index, item] of items.entries()) {
    const row = JSON.stringify({ position: index + 1, code: item.code, item, search_text: searchTextOf(item) });
    if (rows.length >= pieceRowsMax || length + row.length > pieceLengthMax) endPiece();
    rows.push(row);
    length += row.length;
  }
  endPiece();
  return { rows: items.length, attributes, placeColumns: [...placeColumnsOf(items)] };
}

/** Each name after a blank, so that a blank before a word finds beginnings; the label comes first. */
function searchTextOf({ code, label, synonyms = [], taxon }: ListItem): string {
  const labels = typeof label === "string" ? [label] : Object.values(label);
  const names = [...labels, ...synonyms, taxon?.scientific_name ?? "", code];
  return ` ${normalizeSearchText(names.join(" "))}`;
}
