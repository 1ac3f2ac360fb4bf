import { setTimeout as pause } from "node:timers/promises";
import type { Tab } from "./driver.ts";

type Wanted = {
  kind: "control" | "field" | "option" | "map" | "text";
  words: string;
  /** Whether it is enough that a control's name begins with them. */
  isBeginning?: boolean;
  /** The key of the question that it is in. */
  question?: string | undefined;
};
type Spot = { x: number; y: number };

/** Keys without a letter: https://www.w3.org/TR/webdriver2/#keyboard-actions */
export const keys = { enter: "\uE007", control: "\uE009" };

const patienceMs = 30_000;

/** Does what a person does who sees a page: reads, presses, types. */
export class Person {
  readonly tab: Tab;
  readonly #url: string;

  /** @param url what pages' paths begin with */
  constructor(tab: Tab, url: string) {
    this.tab = tab;
    this.#url = url;
  }

  /** Enters an address, and waits until the former page is gone: it would take what the next one is meant to get. */
  async goTo(path: string): Promise<void> {
    await this.tab.run(`() => { window.isLeft = true; }`, null);
    await this.hurriesTo(path);
    await this.until("another page is there", () => this.tab.run<boolean>(`() => window.isLeft !== true`, null));
  }

  /** Enters an address, and waits for nothing. */
  hurriesTo(path: string): Promise<void> {
    return this.tab.goTo(this.#url + path);
  }

  /** Waits until the page shows these words. */
  async sees(words: string): Promise<void> {
    await this.#find({ kind: "text", words });
  }

  /**
   * Presses a button or a link with this name.
   * @param question the key of the form's question that it belongs to, where others have a button of this name
   */
  async presses(words: string, question?: string): Promise<void> {
    await this.#press({ kind: "control", words, question });
  }

  /** Presses the first button or link whose name begins with this. */
  async pressesOneLike(words: string): Promise<void> {
    await this.#press({ kind: "control", words, isBeginning: true });
  }

  /** Chooses one of the options that a form's question shows as buttons. */
  async chooses(option: string, question: string): Promise<void> {
    await this.#press({ kind: "field", words: option, question });
  }

  /** Types into a search, and takes the only option that is left. */
  async searches(label: string, text: string, option: string): Promise<void> {
    await this.types(label, text);
    await this.#press({ kind: "option", words: option, isBeginning: true });
  }

  /** Taps a map so many pixels to the right of its middle and below it. */
  async taps(map: string, right: number, down: number): Promise<void> {
    // As slow as fingers are: within 0.3 s of another tap it would be half of a double one, wherever that was.
    await pause(400);
    await this.#press({ kind: "map", words: map }, { x: right, y: down });
  }

  async types(label: string, text: string): Promise<void> {
    await this.#press({ kind: "field", words: label });
    await this.strikes(...text);
    await this.hasInField(label, text);
  }

  /** Strikes keys one after the other, whatever has the focus. */
  strikes(...keys: readonly string[]): Promise<void> {
    return this.#strike(keys.flatMap((key) => [down(key), up(key)]));
  }

  /** Strikes the last of the keys while the others are down. */
  strikesTogether(...keys: readonly string[]): Promise<void> {
    return this.#strike([...keys.map(down), ...keys.toReversed().map(up)]);
  }

  /** Drags a button a little, again until the page shows by these words that it is picked up. */
  async picksUp(name: string, words: string): Promise<void> {
    const pull = { type: "pointerMove", x: 0, y: -4, origin: "pointer" };
    await this.until(`"${name}" is picked up`, async () => {
      const spot = await this.#find({ kind: "control", words: name });
      await this.#point(moveTo(spot), { type: "pointerDown", button: 0 }, pull, pull, pull);
      for (let tries = 0; tries < 20; tries += 1) {
        if (await this.tab.run<boolean>(`(words) => document.body.innerText.includes(words)`, words)) return true;
        await pause(50);
      }
      await this.drops();
      return false;
    });
  }

  /** Drags what was picked up over another button, where that is by now. */
  async dragsOver(words: string): Promise<void> {
    const middle = await this.tab.run<Spot>(
      `(words) => {
        const button = [...document.querySelectorAll("button")].find(({ ariaLabel }) => ariaLabel === words);
        const { left, top, width, height } = button.getBoundingClientRect();
        return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
      }`,
      words,
    );
    await this.#point({ ...moveTo(middle), duration: 300 });
  }

  drops(): Promise<void> {
    return this.#point({ type: "pointerUp", button: 0 });
  }

  /** What a field has; undefined if it isn't there. */
  valueOf(label: string): Promise<string | undefined> {
    return this.tab.run<string | undefined>(
      `(label) => [...document.querySelectorAll("input, textarea")]
        .find((field) => [...(field.labels ?? [])].some((each) => each.textContent.includes(label)))?.value`,
      label,
    );
  }

  /** The page's address and words. */
  readPage(): Promise<string> {
    return this.tab.run<string>(`() => location.href + "\\n" + document.body.innerText`, null);
  }

  /** Waits until a field has this text. */
  hasInField(label: string, text: string): Promise<void> {
    return this.until(`the field ${label} has ${text}`, async () => (await this.valueOf(label)) === text);
  }

  /** Waits until the service worker has the app. */
  untilKept(): Promise<void> {
    return this.until("the service worker has the app", () =>
      this.tab.run<boolean>(`() => navigator.serviceWorker.controller?.state === "activated"`, null),
    );
  }

  /** What the app keeps in the page's local storage. */
  reads(key: string): Promise<string | null> {
    return this.tab.run<string | null>(`(key) => localStorage.getItem(key)`, key);
  }

  /** Gives a file to the form's field of this name, as a camera does. */
  async takes(field: string, path: string): Promise<void> {
    const selector = `input[name="${field}"]`;
    await this.until(`the form asks for ${field}`, () =>
      this.tab.run<boolean>(`(selector) => document.querySelector(selector) !== null`, selector),
    );
    await this.tab.setFiles(selector, [path]);
  }

  /** Asks again until it is so; what the page can't answer while it loads is no. */
  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const untilMs = Date.now() + patienceMs;
    let failure: unknown;
    while (Date.now() < untilMs) {
      try {
        if (await isSo()) return;
        failure = undefined;
      } catch (error) {
        failure = error;
      }
      await pause(100);
    }
    const page = await this.readPage().catch(String);
    throw new Error(`Waited in vain until ${what}.\n${failure ? `${failure}\n` : ""}${page.slice(0, 2_000)}`);
  }

  async #find(wanted: Wanted): Promise<Spot> {
    let spot: Spot | undefined;
    await this.until(`there is ${wanted.kind} "${wanted.words}"`, async () => {
      spot = await this.tab.run<Spot | undefined>(String(findSpot), wanted);
      return spot !== undefined;
    });
    if (!spot) throw new Error("found");
    return spot;
  }

  /** Presses until the press has arrived: what moves in the last moment is missed. */
  async #press(wanted: Wanted, beside: Spot = { x: 0, y: 0 }): Promise<void> {
    await this.until(`${wanted.kind} "${wanted.words}" is pressed`, async () => {
      const middle = await this.#find(wanted);
      const move = moveTo({ x: middle.x + beside.x, y: middle.y + beside.y });
      await this.#point(move, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 });
      // A page that was left has no answer.
      return (await this.tab.run<boolean | undefined>(String(hasArrived), null).catch(() => undefined)) !== false;
    });
  }

  #point(...actions: object[]): Promise<void> {
    return this.tab.act([{ type: "pointer", id: "finger", actions }]);
  }

  #strike(actions: object[]): Promise<void> {
    return this.tab.act([{ type: "key", id: "keys", actions }]);
  }
}

const moveTo = ({ x, y }: Spot) => ({ type: "pointerMove", x, y, origin: "viewport" });
const down = (value: string) => ({ type: "keyDown", value });
const up = (value: string) => ({ type: "keyUp", value });

/** In the page: whether the press on what was found has arrived; undefined in another page. */
async function hasArrived(): Promise<boolean | undefined> {
  const { pressed } = window as { pressed?: boolean };
  if (pressed !== false) return pressed;
  await new Promise((resolve) => setTimeout(resolve, 500));
  return (window as { pressed?: boolean }).pressed;
}

/** In the page: the middle of what is wanted, once nothing moves or covers it. */
async function findSpot({ kind, words, isBeginning = false, question }: Wanted): Promise<Spot | undefined> {
  const plain = (text: string | null) => (text ?? "").replace(/\s+/g, " ").trim();
  const nameOf = (element: Element) => plain(element.getAttribute("aria-label") ?? element.textContent);
  const within = question === undefined ? document : document.querySelector(`[data-field="${question}"]`);
  const all = (selector: string) => [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const isNamed = (element: Element) => (isBeginning ? nameOf(element).startsWith(words) : nameOf(element) === words);
  const isDrawn = (element: Element) => element.getClientRects().length > 0;
  if (kind === "text") return plain(document.body.innerText).includes(words) ? { x: 0, y: 0 } : undefined;
  const fieldLabelled = () =>
    all("label")
      .filter((label) => plain(label.textContent).includes(words))
      .map((label) => (label as HTMLLabelElement).control)
      .find((field) => field && isDrawn(field));
  // While a search goes on, others are listed, too.
  const onlyOption = () => {
    const [option, ...others] = all("[role=option]").filter(isDrawn);
    return option && others.length === 0 && isNamed(option) ? option : undefined;
  };
  const found = {
    control: () => all("button, a[href], [role=button]").find((each) => isNamed(each) && isDrawn(each)),
    field: fieldLabelled,
    option: onlyOption,
    map: () => all("[data-map]").find((each) => isNamed(each) && isDrawn(each)),
  }[kind]();
  if (!found || (found as HTMLButtonElement).disabled) return undefined;
  found.scrollIntoView({ block: "center", behavior: "instant" });
  const middle = () => {
    const { left, top, width, height } = found.getBoundingClientRect();
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  };
  const before = middle();
  // Two frames; a page that isn't shown draws none.
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, 100);
  });
  const { x, y } = middle();
  const top = document.elementFromPoint(x, y);
  const isFree = top !== null && (found.contains(top) || top.contains(found));
  if (!isFree || before.x !== x || before.y !== y) return undefined;
  Object.assign(window, { pressed: false });
  found.addEventListener("click", () => Object.assign(window, { pressed: true }), { once: true, capture: true });
  return { x, y };
}
