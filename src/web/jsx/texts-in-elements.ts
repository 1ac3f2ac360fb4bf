import { createElement, Fragment, type ReactNode } from "react";

/**
 * Every text that stands beside something else in an element gets an element of its own.
 *
 * Translators of browsers put each text into `<font>` elements of theirs. React then can't find a text that it has to
 * remove or to insert something before, and the page dies. It never loses an element, and it replaces the whole content of
 * an element that has only a text. The build makes all JSX of ours pass here.
 */
const textElement = "cairn-text";

/** They hold nothing but text. */
const withTextOnly = new Set(["option", "title", "textarea", "style", "script", "text", "tspan", "desc"]);

type Props = { children?: ReactNode };

export function inElements(type: unknown, props: Props): Props {
  const { children } = props;
  if (type === Fragment && isText(children)) return { ...props, children: elementOf(String(children)) };
  if (!Array.isArray(children) || (type !== Fragment && typeof type !== "string")) return props;
  if (typeof type === "string") {
    if (withTextOnly.has(type)) return props;
    // An element that has only a text needs no other.
    if (children.every((child) => isText(child) || isNothing(child))) {
      return children.some(isText) ? { ...props, children: children.filter(isText).join("") } : props;
    }
  }
  return { ...props, children: wrapTexts(children) as ReactNode };
}

const isText = (child: ReactNode): child is string | number => typeof child === "string" || typeof child === "number";
const isNothing = (child: ReactNode) => child === null || child === undefined || typeof child === "boolean";

/** Spaces around it stay outside, where they end lines and separate words as before. Translators leave them alone. */
function elementOf(text: string, key?: string): ReactNode {
  const words = text.trim();
  if (words === "") return text;
  const [before, after] = text.split(words, 2);
  const ofKey = key === undefined ? null : { key };
  if (!before && !after) return createElement(textElement, ofKey, words);
  return createElement(Fragment, ofKey, before || null, createElement(textElement, null, words), after || null);
}

/** Texts in a row are one text, as they were one box before; the others keep their places, which are their keys. */
function wrapTexts(children: readonly ReactNode[]): readonly ReactNode[] {
  const wrapped: ReactNode[] = [...children];
  for (let index = 0; index < children.length; index++) {
    const child = children[index];
    if (Array.isArray(child)) wrapped[index] = wrapTexts(child) as ReactNode;
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
