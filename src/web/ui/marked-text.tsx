import { Fragment } from "react";
import type { FieldText } from "../../protocol/field.ts";
import { type Block, type Piece, readMarkup, wordsOf } from "../../protocol/markup.ts";
import { writtenText } from "../foundation/texts/protocol.ts";
import styles from "./marked-text.module.css";

/** A text of a protocol with its markup, as paragraphs and lists. */
export const MarkedText = ({ text }: { text: FieldText }) =>
  readMarkup(writtenText(text)).map((block, index) => <Paragraph key={atPlace(block, index)} {...block} />);

function Paragraph(block: Block) {
  if (block.is === "text") {
    return (
      <p className="keeps-lines" dir="auto">
        {piecesOf(block.of)}
      </p>
    );
  }
  const items = block.items.map(({ mark, of }, index) => (
    <li key={atPlace(of, index)} value={Number.parseInt(mark, 10) || undefined}>
      {piecesOf(of)}
    </li>
  ));
  return Number.parseInt(block.items[0]?.mark ?? "", 10) >= 0 ? (
    <ol className={styles.numbers} dir="auto">
      {items}
    </ol>
  ) : (
    <ul className={styles.bullets} dir="auto">
      {items}
    </ul>
  );
}

/** The same within a line, such as in a label. @param isControl of a control or a button, where links are text only */
export function MarkedWords({ text, isControl = false }: { text: FieldText; isControl?: boolean | undefined }) {
  const blocks = readMarkup(writtenText(text));
  const [first, ...others] = blocks.flatMap((block) =>
    block.is === "text" ? [block.of] : block.items.map(({ mark, of }): Piece[] => [`${mark} `, ...of]),
  );
  if (first?.length === 1 && typeof first[0] === "string" && others.length === 0) return <>{first[0]}</>;
  return (
    <span className="keeps-lines" dir="auto">
      {piecesOf(first ?? [], isControl)}
      {others.map((line, index) => (
        <Fragment key={atPlace(line, index)}>
          {"\n"}
          {piecesOf(line, isControl)}
        </Fragment>
      ))}
    </span>
  );
}

/** The links of a text, for where its label can't have them. */
export function linksIn(text: FieldText) {
  const links = readMarkup(writtenText(text)).flatMap((block) =>
    linksOf(block.is === "text" ? block.of : block.items.flatMap(({ of }) => of)),
  );
  return links.length === 0 ? null : (
    <ul className={`cluster across-16 ${styles.links}`}>
      {links.map((link, index) => (
        <li key={atPlace(link, index)}>{piecesOf([link])}</li>
      ))}
    </ul>
  );
}

const linksOf = (pieces: readonly Piece[]): Piece[] =>
  pieces.flatMap((piece) => (typeof piece === "string" ? [] : piece.is === "a" ? [piece] : linksOf(piece.of)));

function piecesOf(pieces: readonly Piece[], isControl = false) {
  return pieces.map((piece, index) => {
    const key = atPlace(piece, index);
    if (typeof piece === "string") return piece;
    if (piece.is !== "a") {
      const Mark = piece.is;
      return <Mark key={key}>{piecesOf(piece.of, isControl)}</Mark>;
    }
    return isControl ? (
      wordsOf(piece.of)
    ) : (
      <a key={key} href={piece.href} target="_blank" rel="noopener noreferrer">
        {piecesOf(piece.of)}
      </a>
    );
  });
}

/** Parts of a text have no names, and change only with it. */
const atPlace = (_: unknown, index: number) => index;
