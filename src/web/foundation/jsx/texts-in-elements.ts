import { createElement, Fragment, type ReactNode } from "react";

/**
 * Every text that stands beside something else gets an element of its own, so that React never holds a text of a page, only
 * elements.
 *
 * Translators of browsers put each text into `<font>` elements of theirs, or another in its place. React then can't find a
 * text that it has to remove or to insert something before, and the page dies; or it changes one that nobody sees. It never
 * loses an element, and it replaces the whole content of an element that has only a text. The build makes all JSX of ours
 * pass here.
 */
const textElement = "cairn-text";

/**
 * Spaces separate words as they do without an element; beside boxes they are none. Chromium leaves out spaces that may be
 * collapsed in an element without a box.
 */
const noBox = { display: "contents", whiteSpaceCollapse: "preserve" };

/** They hold no elements of HTML. */
const withoutElements: unknown[] = ["option", "text", "tspan", "title"];

/** Our name, and what is between the marks of `asFigures`, which don't reach the page. */
const kept = /\u2060(.*?)\u2060/s;
const withMarks = (text: string | number) => `${text}`.replace(/\bCairn\b/g, "\u2060$&\u2060");
const withoutMarks = (text: string) => text.replaceAll("\u2060", "");
const labels = ["aria-label", "alt", "title", "placeholder"];

type Props = { children?: ReactNode };

export function inElements(type: unknown, props: Props): Props {
  let { children } = props;
  if (Array.isArray(children)) {
    const texts = children.filter(isText);
    if (texts.length > 0 && children.every((child) => isText(child) || isNothing(child))) children = texts.join("");
    else if (!withoutElements.includes(type)) children = wrapTexts(children);
  }
  if (isText(children)) {
    if (withoutElements.includes(type)) children = withoutMarks(`${children}`);
    else if (type === Fragment || kept.test(withMarks(children))) children = elementOf(children);
  }
  const given: Props & Record<string, unknown> = { ...props, children };
  for (const name of labels) {
    const label = given[name];
    // The titles of dialogs are texts with elements.
    const isLabel = name !== "title" || typeof type === "string";
    if (isLabel && typeof label === "string") given[name] = withoutMarks(label);
  }
  return given;
}

const isText = (child: ReactNode): child is string | number => typeof child === "string" || typeof child === "number";
const isNothing = (child: ReactNode) => child == null || typeof child === "boolean";

function elementOf(text: string | number, key?: string): ReactNode {
  const whole = `${text}`;
  const words = whole.trim();
  if (!words) return spaceOf(whole, key);
  const [before, after] = whole.split(words, 2);
  if (!before && !after) return wordsOf(words, key);
  return createElement(Fragment, { key }, spaceOf(before), wordsOf(words), spaceOf(after));
}

/** One element, also with pieces that translators leave, as each would be a box of its own beside boxes. */
function wordsOf(words: string, key?: string): ReactNode {
  const pieces = withMarks(words).split(kept);
  if (pieces.length === 1) return createElement(textElement, { key }, words);
  return createElement(textElement, { key }, ...pieces.map(pieceOf));
}

/** Every second piece is one that translators leave. */
const pieceOf = (piece: string, index: number) =>
  index % 2 ? createElement("bdi", { key: index, translate: "no" }, piece) : elementOf(piece, `${index}`);

const spaceOf = (text: string | undefined, key?: string) =>
  text && createElement(textElement, { key, style: noBox }, text);

/** Texts in a row are one text, as they were one box before; the others keep their places, which are their keys. */
function wrapTexts(children: readonly ReactNode[]): ReactNode {
  const wrapped: ReactNode[] = [...children];
  for (let index = 0; index < children.length; index++) {
    const child = children[index];
    if (Array.isArray(child)) wrapped[index] = wrapTexts(child);
    if (!isText(child)) continue;
    let end = index;
    let text = "";
    for (; isText(children[end]); end++) text += children[end];
    wrapped.fill(null, index, end);
    wrapped[index] = elementOf(text, `text-${index}`);
    index = end - 1;
  }
  return wrapped;
}
