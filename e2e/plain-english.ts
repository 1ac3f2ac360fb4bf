import type { Locator, Page } from "@playwright/test";
import { toPseudo } from "../src/texts/pseudo.ts";

/** Names, which are the same in every language; `warn` is the log level of the server under test, as the settings show it. */
const names = [
  "Cairn",
  // A key's own name.
  "Esc",
  "OpenStreetMap",
  "Natural Earth",
  "Chrome",
  "Linux",
  "UTC",
  "CSV",
  "GeoJSON",
  "warn",
  "admin",
  "tester",
  "alice",
  "bob",
  "id.example.org",
  // A quest of the demo, as the outbox remembers it.
  "Bark and Girth of the Blue Ridge",
  // What an option of the demo is called, in one word.
  "fallen",
  // A client that another test registers.
  "Notebook (phone)",
];

type LocatorName = string | RegExp;

/** What a text is called in the pseudo-language. */
function inPseudo(name: LocatorName): LocatorName {
  return typeof name === "string" ? toPseudo(name) : new RegExp(toPseudo(name.source), name.flags);
}

/** The page, on which what is looked for by its English words is found by those of the pseudo-language too. */
export function readInPseudo(page: Page): Page {
  const byWords = ["getByText", "getByLabel", "getByPlaceholder", "getByTitle"] as const;
  return new Proxy(page, {
    get(target, property) {
      const method = byWords.find((each) => each === property);
      if (method) {
        return (name: LocatorName, options?: { exact?: boolean }): Locator =>
          target[method](name, options).or(target[method](inPseudo(name), options));
      }
      if (property === "getByRole") {
        return (role: Parameters<Page["getByRole"]>[0], options: Parameters<Page["getByRole"]>[1] = {}): Locator => {
          const { name } = options;
          const found = target.getByRole(role, options);
          return name === undefined ? found : found.or(target.getByRole(role, { ...options, name: inPseudo(name) }));
        };
      }
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Collects what the API says from now on: other people's words, which no translation touches. */
export function collectAnswers(page: Page): () => Promise<Set<string>> {
  const bodies: Promise<unknown>[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.startsWith("/api/")) bodies.push(response.json().catch(() => null));
  });
  return async () => {
    const found = new Set<string>();
    const visit = (value: unknown): void => {
      if (typeof value === "string") addWithParts(value, found);
      else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
    };
    for (const body of await Promise.all(bodies)) visit(body);
    return found;
  };
}

/** A text as it came, and as screens take it apart: by paragraphs, lines and entries. Words of the wire are left out. */
function addWithParts(text: string, to: Set<string>): void {
  if (/^[a-z_]+$|^[A-Z_]+$/.test(text)) return;
  for (const part of [text, ...text.split(/\n+/), ...text.split(/[;,\n]/)]) {
    const words = tidy(part.trim().replace(/^[-•*]\s*|[.,]$|^and\s+/g, ""));
    if (/[a-z]{3}/i.test(words)) to.add(words.toLowerCase());
  }
}

const tidy = (text: string) => text.replace(/\s+/g, " ").trim();

/** The texts on the page, seen or read out, that still hold an English word of three letters when others' words are gone. */
export async function findPlainEnglish(page: Page, answers: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const isShown = (element: Element | null) => element?.checkVisibility({ visibilityProperty: true }) ?? false;
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement } = node;
      if (!parentElement?.closest("script, style, noscript, code") && isShown(parentElement))
        found.push(node.nodeValue ?? "");
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
      if (!isShown(element)) continue;
      for (const name of ["aria-label", "placeholder", "title", "alt"]) found.push(element.getAttribute(name) ?? "");
    }
    return found;
  });
  const others = [...answers, ...names.map((name) => name.toLowerCase())].sort((a, b) => b.length - a.length);
  return [...new Set(texts.map(tidy))].filter((text) => {
    // E-mail addresses, and the people that other tests sign up.
    let rest = text.toLowerCase().replace(/\S+@\S+|walker-[0-9a-f]+/g, " ");
    for (const words of others) rest = rest.replaceAll(words, " ");
    return /[a-z]{3}/.test(rest.replace(/https?:\S+|\S+@\S+/g, " "));
  });
}

/** Controls that reach out of the window or cut off their words, in a few words each. */
export function findClipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrollsSideways = (element: Element): boolean => {
      for (let box: Element | null = element; box; box = box.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth) return true;
      }
      return false;
    };
    return [...document.querySelectorAll("button, a, select, summary, label, h1, h2, h3, [role=button]")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest(".visually-hidden, .pigeon-overlays, .pigeon-attribution"))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        if (width <= 1) return false;
        const isOut = (left < -1 || right > window.innerWidth + 1) && !scrollsSideways(element);
        const hides = /hidden|clip/.test(getComputedStyle(element).overflowX);
        return isOut || (hides && element.scrollWidth > element.clientWidth + 1);
      })
      .map((element) => `${element.tagName.toLowerCase()} “${(element.textContent ?? "").trim().slice(0, 60)}”`);
  });
}
