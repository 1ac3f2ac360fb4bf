// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { requireChromium } from "../scripts/chromium.ts";
import type { Field } from "../src/protocol/field.ts";
import { type CairnServer, inOwnPlace, root, startCairn } from "./servers.ts";
import { printRow, spread } from "./spread.ts";

/**
 * How long a phone takes to render forms of 5, 50 and 200 fields, and to handle a key press, in Chromium with a phone's
 * window and a throttled processor; also a key press in a form of 200 fields with 20 conditions and 50 or 200 rows.
 * BENCH_ROUNDS and BENCH_THROTTLE set how often and how much. BENCH_BEFORE is another checkout, built, whose key presses
 * are measured in turns with ours.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const throttle = Number(process.env.BENCH_THROTTLE ?? 4);
const fieldCounts = [5, 50, 200];
const rowCounts = [50, 200];
/** Browsers' threshold for long tasks. */
const longTaskMs = 50;

type Drawn = { drawnMs: number; blockedMs: number; longestTaskMs: number; keyMs: number };

const options = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `option_${index}`, label: `Option ${index}` }));

/** Cycles through all kinds of fields, including a long list. */
function fieldsOf(count: number): Field[] {
  const kinds: ((common: { key: string; label: string; hint: string }) => Field)[] = [
    (common) => ({ ...common, kind: "number", unit: "cm", min: 0, max: 500, expected_max: 200 }),
    (common) => ({ ...common, kind: "integer", min: 0 }),
    (common) => ({ ...common, kind: "choice", options: options(5) }),
    (common) => ({ ...common, kind: "yes_no" }),
    (common) => ({ ...common, kind: "choices", options: options(4) }),
    (common) => ({ ...common, kind: "text" }),
    (common) => ({ ...common, kind: "date" }),
    (common) => ({ ...common, kind: "choice", options: options(200) }),
  ];
  return Array.from({ length: count }, (_, index) => {
    const common = { key: `field_${index}`, label: `Question ${index}`, hint: "What to look at, and how." };
    const make = kinds[index % kinds.length];
    if (!make) throw new Error("there is a kind for every index");
    return make(common);
  });
}

/** 200 fields, 20 of them with a condition, and a group whose rows calculate. */
const largeForm = ((): Field[] => {
  const group: Field = {
    key: "rows",
    kind: "group",
    label: "Bird",
    repeat: { count: { expression: "${row_count}" } },
    row_label: "${number} × ${species}",
    fields: [
      { key: "species", kind: "text", label: "Species", default: { expression: "'Water rail'" } },
      { key: "number", kind: "integer", label: "How many?", min: 0, default: { expression: "2" } },
      { key: "twice", kind: "calculated", label: "Twice", expression: "2 * ${number}" },
      { key: "young", kind: "integer", label: "Young", shown_when: { expression: "${number} > 1" } },
    ],
  };
  const others: Field[] = [
    { key: "row_count", kind: "integer", label: "How many rows?" },
    { key: "level", kind: "integer", label: "Level" },
    { key: "total", kind: "calculated", label: "In total", expression: "sum(${number})" },
    { key: "remark", kind: "text", label: "Remark", pattern: ".*" },
  ];
  const conditions = 20;
  const more = fieldsOf(200 - others.length - group.fields.length - 1).map((field, index) =>
    index < conditions ? { ...field, shown_when: { expression: `\${level} >= ${10 * index}` } } : field,
  );
  return [...others, group, ...more];
})();

/** Median time from a key press to the next frame, and how long the page's thread worked for one of them. */
type KeyPress = { frameMs: number; workMs: number };

/** Where keys are pressed in it. */
const placesOfKeys = {
  "nothing depends on it": "remark",
  "20 conditions read it": "level",
  "in a row, and in the total": "rows.25.number",
};
type PlaceOfKeys = keyof typeof placesOfKeys;

async function createQuest(server: CairnServer, name: string, fields: Field[]): Promise<number> {
  const call = async (path: string, user: string, body?: unknown) => {
    const response = await fetch(`${server.origin}/api${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await server.signIn(user)}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: number };
  };
  const place = { locality: "Luray", administrative_area: "Virginia", postal_code: "22835", country: "United States" };
  const { id } = await call("/quests", "admin", {
    quest_name: name,
    quest_status: "ACCEPTING_APPLICATIONS",
    organization: { organization_id: 1 },
    locations: [{ ...place, coordinates: [38.5, -78.4] }],
    protocol: { fields },
  });
  await call(`/adventurers/bob/quests/${id}/sign-up`, "bob");
  return id;
}

/** Runs in the page: records when the last field is painted and what kept the page busy until then. */
function watchDrawing(lastKey: string): void {
  const figures = { drawnAtMs: 0, tasks: [] as { startMs: number; lengthMs: number }[] };
  Object.assign(window, { figures });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      figures.tasks.push({ startMs: startTime, lengthMs: duration });
    }
  }).observe({ type: "longtask", buffered: true });
  const wait = () => {
    if (!document.querySelector(`[data-field="${lastKey}"]`)) {
      requestAnimationFrame(wait);
      return;
    }
    requestAnimationFrame(() => setTimeout(() => Object.assign(figures, { drawnAtMs: performance.now() })));
  };
  requestAnimationFrame(wait);
}

/** From the quest's answer to the last painted field. */
async function draw(page: Page, questId: number, count: number): Promise<Drawn> {
  // tsx adds calls of this helper to functions, also in the page.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(watchDrawing, `field_${count - 1}`);
  await page.goto(`/quests/${questId}/data`);
  await page.waitForFunction(() => (window as unknown as { figures: { drawnAtMs: number } }).figures.drawnAtMs > 0);
  await page.waitForTimeout(1_000);
  const drawn = await page.evaluate(
    ({ path, longMs }) => {
      const { drawnAtMs, tasks } = (
        window as unknown as { figures: { drawnAtMs: number; tasks: { startMs: number; lengthMs: number }[] } }
      ).figures;
      const answers = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const answeredAtMs = answers.find(({ name }) => name.endsWith(path))?.responseEnd ?? Number.NaN;
      const after = tasks.filter(({ startMs, lengthMs }) => startMs + lengthMs > answeredAtMs);
      return {
        drawnMs: drawnAtMs - answeredAtMs,
        blockedMs: after.reduce((sum, { lengthMs }) => sum + lengthMs - longMs, 0),
        longestTaskMs: Math.max(0, ...after.map(({ lengthMs }) => lengthMs)),
      };
    },
    { path: `/quests/${questId}`, longMs: longTaskMs },
  );
  return { ...drawn, keyMs: (await pressKeys(page)).frameMs };
}

/** Fills in rows, then types beside and in them. */
async function pressKeysAmongRows(page: Page, questId: number, count: number): Promise<Record<PlaceOfKeys, KeyPress>> {
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.goto(`/quests/${questId}/data`);
  await page.locator('[data-field="row_count"] input').fill(String(count));
  await page
    .locator(`[data-row="rows.${count - 1}"]`)
    .getByText("2 × Water rail")
    .waitFor({ state: "attached" });
  await page.locator('[data-row="rows.25"] > button').click();
  await page.waitForTimeout(2_000);
  const times: Partial<Record<PlaceOfKeys, KeyPress>> = {};
  for (const [place, key] of Object.entries(placesOfKeys)) times[place as PlaceOfKeys] = await pressKeys(page, key);
  return times as Record<PlaceOfKeys, KeyPress>;
}

const keys = ["1", "12", "13", "12", "1"];

async function pressKeys(page: Page, key = "field_0"): Promise<KeyPress> {
  await page.locator(`[data-field="${key}"] input`).focus();
  const session = await page.context().newCDPSession(page);
  // Time of the thread, which other programs on this machine don't lengthen.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const workedMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
  };
  const beforeMs = await workedMs();
  const frameMs = await page.evaluate(async (texts) => {
    const input = document.activeElement as HTMLInputElement;
    const times: number[] = [];
    for (const text of texts) {
      const startMs = performance.now();
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      setValue?.call(input, text);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - startMs);
    }
    return times.sort((a, b) => a - b)[2] ?? Number.NaN;
  }, keys);
  return { frameMs, workMs: ((await workedMs()) - beforeMs) / keys.length };
}

async function signedInContext(browser: Browser, server: CairnServer): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    geolocation: { latitude: 38.5, longitude: -78.4 },
    permissions: ["geolocation"],
  });
  const home = await context.newPage();
  await home.goto("/");
  await home.getByRole("button", { name: "Account" }).click();
  await home.getByRole("button", { name: "Log In" }).click();
  await home.getByLabel("Username or email").fill("bob");
  await home.getByLabel("Password", { exact: true }).fill(server.password);
  await home.getByRole("button", { name: "Sign in" }).click();
  await home.waitForFunction(() => localStorage.getItem("jwt") !== null);
  await home.close();
  return context;
}

/** Runs in a page of its own on the slowed phone. */
async function onSlowPage<Result>(context: BrowserContext, run: (page: Page) => Promise<Result>): Promise<Result> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: throttle });
  const result = await run(page);
  await page.close();
  return result;
}

async function printDrawing(context: BrowserContext, server: CairnServer): Promise<void> {
  printRow(["fields", "drawn after", "blocked", "longest task", "key to frame"]);
  printRow(["---", "---", "---", "---", "---"]);
  for (const count of fieldCounts) {
    const id = await createQuest(server, `${count} questions`, fieldsOf(count));
    const drawn: Drawn[] = [];
    // The first round loads the scripts.
    for (let round = -1; round < rounds; round++) {
      const figures = await onSlowPage(context, (page) => draw(page, id, count));
      if (round >= 0) drawn.push(figures);
    }
    const cell = (figure: keyof Drawn) =>
      spread(
        drawn.map((each) => each[figure]),
        0,
      );
    printRow([String(count), cell("drawnMs"), cell("blockedMs"), cell("longestTaskMs"), cell("keyMs")]);
  }
}

type Phone = { context: BrowserContext; questId: number };

type KeysOfRound = Record<PlaceOfKeys, KeyPress>;

async function printKeys(ours: Phone, before: Phone | undefined): Promise<void> {
  const figures = ["key to frame", "work"];
  const columns = [
    "rows",
    "key",
    ...figures,
    ...(before ? figures.flatMap((each) => [`${each} before`, "ratio"]) : []),
  ];
  printRow(columns);
  printRow(columns.map(() => "---"));
  for (const count of rowCounts) {
    const pressOn = ({ context, questId }: Phone) =>
      onSlowPage(context, (page) => pressKeysAmongRows(page, questId, count));
    const own: KeysOfRound[] = [];
    const others: KeysOfRound[] = [];
    for (let round = 0; round < rounds; round++) {
      if (round % 2 === 0) own.push(await pressOn(ours));
      if (before) others.push(await pressOn(before));
      if (round % 2 === 1) own.push(await pressOn(ours));
    }
    for (const place of Object.keys(placesOfKeys) as PlaceOfKeys[]) {
      const cell = (of: KeysOfRound[], figure: keyof KeyPress) =>
        spread(
          of.map((keys) => keys[place][figure]),
          0,
        );
      const ratio = (figure: keyof KeyPress) =>
        spread(
          others.map((keys, round) => (own[round]?.[place][figure] ?? Number.NaN) / keys[place][figure]),
          2,
        );
      const compared = (["frameMs", "workMs"] as const).flatMap((each) => [cell(others, each), ratio(each)]);
      printRow([String(count), place, cell(own, "frameMs"), cell(own, "workMs"), ...(before ? compared : [])]);
    }
  }
}

await inOwnPlace(async (place) => {
  const server = await startCairn("ours", root, place);
  const builtBefore = process.env.BENCH_BEFORE;
  const serverBefore = builtBefore === undefined ? undefined : await startCairn("before", builtBefore, place);
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
    ],
  });
  const phoneOf = async (of: CairnServer): Promise<Phone> => ({
    context: await signedInContext(browser, of),
    questId: await createQuest(of, "A large form", largeForm),
  });
  try {
    console.log(`Processor throttled ${throttle} times; ${rounds} rounds; median (lowest to highest), in ms.\n`);
    const ours = await phoneOf(server);
    await printDrawing(ours.context, server);
    console.log();
    await printKeys(ours, serverBefore && (await phoneOf(serverBefore)));
  } finally {
    await browser.close();
  }
});
