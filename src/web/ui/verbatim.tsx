import type { ReactNode } from "react";

/** A name or code, which translators of browsers then leave as it is. */
export const Verbatim = ({ children }: { children: ReactNode }) => <bdi translate="no">{children}</bdi>;

/**
 * A text with names in it that translators leave: `withNames((name) => t("reports.by", { username: name(author) }))`.
 * While the text is drawn, two characters that nobody writes stand around each name.
 */
export function withNames(draw: (name: (words: string) => string) => string): ReactNode {
  const pieces = draw((words) => `\uE000${words}\uE001`).split(/\uE000(.*?)\uE001/s);
  return (
    <span>{pieces.map((piece, index) => (index % 2 ? <Verbatim key={atPlace(index)}>{piece}</Verbatim> : piece))}</span>
  );
}

/** Pieces of a text have no names of their own. */
const atPlace = (index: number) => index;
