import { expect, type Locator, type Page } from "@playwright/test";
import { toPseudo } from "../src/texts/pseudo.ts";

/** Names that are the same in every language. `warn` is the test server's log level, shown in the settings. */
const names = [
  "Cairn",
  // A key's name.
  "Esc",
  "English",
  "Deutsch",
  "Español",
  "Français",
  "Português (Brasil)",
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
  // A demo quest, as stored in the outbox.
  "Bark and Girth of the Blue Ridge",
  // An option of the demo.
  "fallen",
  // A column of every list.
  "code",
  // Keys of questions.
  "shore",
  "colony",
  "nests",
  "nest",
  // A client that another test registers.
  "Notebook (phone)",
  // A file that a volunteer chose, and how names of photos end.
  "permit-2026.pdf",
  "jpg",
  // What another administrator wrote meanwhile.
  "Mind the wasps.",
];

type LocatorName = string | RegExp;

function inPseudo(name: LocatorName): LocatorName {
  return typeof name === "string" ? toPseudo(name) : new RegExp(toPseudo(name.source), name.flags);
}

/** Wraps the page so that locators with English texts also match the pseudo-language. */
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

/** A body that a service worker passed on may never arrive here. */
const bodyWithinMs = 3_000;

/** Texts of the API by their key: people's own words, which aren't translated. */
export type Answers = readonly { key: string; text: string }[];

/** Collects from now on. What comes later than it waits for is among them at the next call. */
export function collectAnswers(page: Page): () => Promise<Answers> {
  const found: Answers[number][] = [];
  const bodies: Promise<unknown>[] = [];
  const visit = (value: unknown, key: string): void => {
    if (typeof value === "string") found.push({ key, text: value });
    else if (Array.isArray(value)) for (const each of value) visit(each, key);
    else if (typeof value === "object" && value !== null)
      for (const [name, each] of Object.entries(value)) visit(each, name);
  };
  page.on("response", (response) => {
    if (!/^\/api\/(?!texts\/)/.test(new URL(response.url()).pathname)) return;
    const read = response.json().then(
      (body) => visit(body, ""),
      () => undefined,
    );
    bodies.push(Promise.race([read, new Promise((resolve) => setTimeout(resolve, bodyWithinMs))]));
  });
  return async () => {
    await Promise.all(bodies);
    return found;
  };
}

export function wordsOf(answers: Answers): Set<string> {
  const found = new Set<string>();
  for (const { text } of answers) addWithParts(text, found);
  return found;
}

/**
 * Adds a text as received, and split into paragraphs, lines, entries and marked words as screens do. Enumeration values are left out.
 */
function addWithParts(text: string, to: Set<string>): void {
  if (/^[a-z_]+$|^[A-Z_]+$/.test(text)) return;
  // An address such as `urn:cairn:api` has no host, and an empty text would be found between any two letters.
  const host = URL.canParse(text) ? new URL(text).host.toLowerCase() : "";
  if (host) to.add(host);
  for (const part of [text, ...text.split(/\n+/), ...text.split(/[;,\n]/), ...text.split(/[*[\]\n]+/)]) {
    const words = tidy(part.trim().replace(/^[-•*]\s*|[.,]$|^and\s+/g, ""));
    if (/[a-z]{3}/i.test(words)) to.add(words.toLowerCase());
  }
}

const tidy = (text: string) => text.replace(/\s+/g, " ").trim();

/** Visible or spoken texts that still contain an English word of three letters, without people's own words. */
export async function findPlainEnglish(page: Page, answers: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const isShown = (element: Element | null) => element?.checkVisibility({ visibilityProperty: true }) ?? false;
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement } = node;
      if (!parentElement?.closest("script, style, noscript, code, [data-code=true]") && isShown(parentElement))
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
    // Addresses, while they are whole, and the people that other tests sign up.
    let rest = text.toLowerCase().replace(/https?:\S+|\S+@\S+|walker-[0-9a-f]+/g, " ");
    for (const words of others) rest = rest.replaceAll(words, " ");
    return /[a-z]{3}/.test(rest);
  });
}

/** On this screen and with these names, an English text would be found: a check that sees nothing proves nothing. */
export async function expectEnglishIsSeen(page: Page, answers: ReadonlySet<string>): Promise<void> {
  const words = "Untranslated on purpose";
  const paragraph = await page.evaluateHandle((words) => {
    const added = document.createElement("p");
    added.textContent = words;
    document.body.append(added);
    return added;
  }, words);
  expect(await findPlainEnglish(page, answers), "an English text that was added").toContain(words);
  await paragraph.evaluate((added) => added.remove());
}

/** Controls that overflow the window or clip their text, described briefly. */
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
        const isOut = (left < -1 || right > document.documentElement.clientWidth + 1) && !scrollsSideways(element);
        const hides = /hidden|clip/.test(getComputedStyle(element).overflowX);
        return isOut || (hides && element.scrollWidth > element.clientWidth + 1);
      })
      .map((element) => `${element.tagName.toLowerCase()} “${(element.textContent ?? "").trim().slice(0, 60)}”`);
  });
}
