/** Does to a page what a browser's translator does: each text is replaced by one in two `<font>` elements, later ones too. */
export function translatePage(): void {
  const left = "[translate=no], svg, textarea, font, script, style, option, title";
  const replace = (text: Text) => {
    const parent = text.parentElement;
    if (!parent || !text.data.trim() || parent.closest(left)) return;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.textContent = text.data;
    outer.append(inner);
    parent.replaceChild(outer, text);
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
