import { afterAll } from "vitest";

/**
 * jsdom computes styles and labels again each time they are read, which took a third of the time of long forms. Labels
 * are kept until the page changes. No style sheet is loaded, so that a style only depends on the kind of element,
 * except beside a `style` attribute.
 */
const stylesByKind = new Map<string, CSSStyleDeclaration>();
let labels: Map<HTMLElement, HTMLLabelElement[]> | undefined;

function forget(): void {
  labels = undefined;
}
const changes = new MutationObserver(forget);
changes.observe(document, { subtree: true, childList: true, attributes: true });
const forgetIfChanged = () => changes.takeRecords().length > 0 && forget();

const computed = window.getComputedStyle;
/** Those that jsdom's own style sheet selects by. */
const stylingAttributes = ["hidden", "open", "popover", "dir", "type"];

/** Elements inherit these from a `style` attribute around them, and tests look at them. */
const inheritsInline = '[style*="visibility"] *, [style*="pointer-events"] *';
const isStyledInline = (element: Element) => element.hasAttribute("style") || element.matches(inheritsInline);

/** Computed for a copy outside the page, which nothing changes. */
function findStyle(element: Element): CSSStyleDeclaration {
  const kind = JSON.stringify([element.localName, ...stylingAttributes.map((name) => element.getAttribute(name))]);
  const style = stylesByKind.get(kind) ?? computed.call(window, element.cloneNode() as Element);
  stylesByKind.set(kind, style);
  return style;
}

window.getComputedStyle = (element, pseudoElement) =>
  pseudoElement || isStyledInline(element) ? computed.call(window, element, pseudoElement) : findStyle(element);

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
