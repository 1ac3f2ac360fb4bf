/**
 * Does to a page what translators of browsers do, later texts included. Chrome's puts each text into two `<font>` elements,
 * Safari's puts another text in its place.
 */
export function translatePage(browser: "chrome" | "safari" = "chrome"): void {
  const left = "[translate=no], svg, textarea, font, script, style";
  const done = new WeakSet<Node>();
  const translated = ({ data }: Text): Node => {
    const text = document.createElement("font");
    text.textContent = data;
    const copy = text.firstChild as Text;
    done.add(copy);
    if (browser === "safari") return copy;
    const outer = document.createElement("font");
    outer.append(text);
    return outer;
  };
  const replace = (text: Text) => {
    const parent = text.parentElement;
    if (parent && !done.has(text) && !parent.closest(left)) parent.replaceChild(translated(text), text);
  };
  const replaceAllIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) replace(text);
  };
  replaceAllIn(document.body);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const changed of [target, ...addedNodes]) {
        if (!changed.isConnected) continue;
        if (changed instanceof Text) replace(changed);
        else replaceAllIn(changed);
      }
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

/** Texts of the page with one of these names or codes where a translator would change it. */
export function findTranslatable(names: readonly string[]): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode as Text;
    if (
      !parentElement?.closest("[translate=no], option") &&
      names.some((name) => new RegExp(`(^|\\W)${name}(\\W|$)`).test(data))
    )
      found.push(parentElement?.outerHTML ?? data);
  }
  return found;
}
