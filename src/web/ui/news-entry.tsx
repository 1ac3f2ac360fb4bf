import type { ReactNode } from "react";
import { Instant } from "./instant.tsx";
import styles from "./news-entry.module.css";
import { Pill } from "./pill.tsx";

type NewsEntryProps = {
  title: string;
  text: string;
  /** Who wrote about what. */
  about: ReactNode;
  writtenAt?: string | undefined;
  /** What the text answers. */
  quote?: string | undefined;
  /** The word on new entries. */
  marked?: string | undefined;
  /** Below the text. */
  children?: ReactNode;
};

/** A message of a quest's team, as volunteers see it. */
export function NewsEntry({ title, text, about, writtenAt, quote, marked, children }: NewsEntryProps) {
  return (
    <article className="stack card gap-8 pad-16 shrinks">
      <header className="cluster start between gap-4 across-12">
        <h2 className={`shrinks breaks text-18 ${styles.title}`} dir="auto">
          {title}
        </h2>
        {marked === undefined ? null : <Pill tone="info">{marked}</Pill>}
      </header>
      <p className="cluster across-12 muted small">
        {about}
        {writtenAt === undefined ? null : <Instant of={writtenAt} />}
      </p>
      {quote === undefined ? null : (
        <blockquote className={`muted breaks keeps-lines ${styles.text} ${styles.quote}`} dir="auto">
          {quote}
        </blockquote>
      )}
      {text === "" ? null : (
        <p className={`breaks keeps-lines ${styles.text}`} dir="auto">
          {text}
        </p>
      )}
      {children}
    </article>
  );
}
