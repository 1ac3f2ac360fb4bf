/** The mark `<hidden>…</hidden>` of a text: words for screen readers only. */
export const hidden = (words: string) => <span className="visually-hidden">{words}</span>;
