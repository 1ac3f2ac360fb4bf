import { afterAll } from "vitest";

/**
 * jsdom computes styles and labels again each time they are read, which took a third of the time of long forms. Here
 * they are kept until the page changes.
 */
let styles = new WeakMap<Element, CSSStyleDeclaration>();
let labels: Map<HTMLElement, HTMLLabelElement[]> | undefined;

function forget(): void {
  styles = new WeakMap();
  labels = undefined;
}
const changes = new MutationObserver(forget);
changes.observe(document, { subtree: true, childList: true, attributes: true });
const forgetIfChanged = () => changes.takeRecords().length > 0 && forget();

const computed = window.getComputedStyle;
window.getComputedStyle = (element, pseudoElement) => {
  if (pseudoElement || !element.isConnected) return computed.call(window, element, pseudoElement);
  forgetIfChanged();
  const style = styles.get(element) ?? computed.call(window, element);
  styles.set(element, style);
  return style;
};

const labelled = [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement];
const controls = "button, input:not([type=hidden]), meter, output, progress, select, textarea";

function findLabels(): Map<HTMLElement, HTMLLabelElement[]> {
  const found = new Map<HTMLElement, HTMLLabelElement[]>();
  for (const label of document.getElementsByTagName("label")) {
    const isNamed = label.hasAttribute("for");
    const control = isNamed ? document.getElementById(label.htmlFor) : label.querySelector<HTMLElement>(controls);
    if (control) found.set(control, [...(found.get(control) ?? []), label]);
  }
  return found;
}

for (const { prototype } of labelled) {
  Object.defineProperty(prototype, "labels", {
    configurable: true,
    get(this: HTMLElement) {
      forgetIfChanged();
      labels ??= findLabels();
      return labels.get(this) ?? [];
    },
  });
}

// Files share the window.
afterAll(() => {
  changes.disconnect();
  window.getComputedStyle = computed;
});
