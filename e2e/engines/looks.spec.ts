import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { test } from "../harness.ts";
import { hostedScreens } from "../hosted-screens.ts";
import { addressOf, type Screen, screens } from "../screens.ts";
import type { Driver } from "./driver.ts";
import { firefox } from "./firefox.ts";
import { Person } from "./person.ts";
import { webkit } from "./webkit.ts";

/**
 * `SCREENS=1 npx playwright test --project=engines looks`: draws every screen in Chromium, WebKit and Firefox beside one
 * another, in `screens/`. Chromium brings a screen to its state; the others draw what is then in its document.
 */

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
type Size = { width: number; height: number };
const schemes = ["light", "dark"] as const;

test.use({
  hasTouch: true,
  permissions: ["geolocation"],
  geolocation: { latitude: 38.51834, longitude: -78.43701, accuracy: 7 },
});

let folder: string;
let copies: Server;
let origin: string;
let copy = "";
let isPhone = true;
const drivers: { name: string; driver: Driver; size: string }[] = [];

test.beforeAll(async () => {
  const server = process.env.CAIRN_E2E_URL ?? "";
  folder = await mkdtemp(join(tmpdir(), "cairn-looks-"));
  copies = createServer((request, response) => void serve(server, request, response));
  await new Promise<void>((resolve) => copies.listen(0, "localhost", resolve));
  const address = copies.address();
  if (address === null || typeof address === "string") throw new Error("a port");
  origin = `http://localhost:${address.port}`;
  await mkdir("screens", { recursive: true });
});
test.afterAll(async () => {
  await endDrivers();
  copies?.close();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const isAtDesk = ({ path }: Screen) => /^\/(admin_dashboard|account\/people)/.test(path);
const all = [...screens, ...hostedScreens];

for (const screen of [...all.filter((each) => !isAtDesk(each)), ...all.filter(isAtDesk)]) {
  const isDesk = isAtDesk(screen);
  test.describe(screen.name, () => {
    test.use({ viewport: isDesk ? desk : phone });
    if (screen.as) test.use({ as: screen.as });

    for (const colorScheme of schemes) {
      test(`looks of ${screen.name}, ${colorScheme}`, async ({ page }) => {
        await screen.arrange?.(page);
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.goto(await addressOf(screen, page));
        await screen.act?.(page);
        await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => undefined);
        await page.evaluate(writeProperties);
        await page.evaluate(embedPictures);
        const found = (await page.evaluate(copyOfPage)).replaceAll(process.env.CAIRN_E2E_URL ?? "", "");
        copy = `<!doctype html>${found}<style>html { scrollbar-width: none }</style><script>${readProperties}</script>`;
        const size = isDesk ? desk : phone;
        isPhone = !isDesk;
        let isBroken = false;
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await page.goto(`${origin}/copy.html`);
        const run = (code: string, argument: unknown) => page.evaluate(`(${code})(${JSON.stringify(argument)})`);
        const drawn = [await drawAll(run, () => page.screenshot(), size)];
        for (const { name, driver } of await driversOf(size, colorScheme)) {
          try {
            drawn.push(await within(30_000, drawCopy(driver, size)));
          } catch (error) {
            console.warn(`NOT DRAWN: ${screen.name} in ${name}: ${error}`);
            drawn.push({ parts: [], height: 0 });
            isBroken = true;
          }
        }
        if (isBroken) await endDrivers();
        const gap = 12;
        const height = Math.max(...drawn.map((each) => each.height));
        await sharp({
          create: { width: drawn.length * (size.width + gap), height, channels: 3, background: "#f0f" },
        })
          .composite(
            drawn.flatMap(({ parts }, index) =>
              parts.map(({ input, top }) => ({ input, top, left: index * (size.width + gap) })),
            ),
          )
          .png()
          .toFile(`screens/looks-${isDesk ? "desk" : "phone"}-${screen.name}-${colorScheme}.png`);
      });
    }
  });
}

async function drawCopy(driver: Driver, size: Size) {
  const address = `${origin}/copy.html?${Date.now()}`;
  await driver.goTo(address);
  await new Person(driver, origin).until("the copy is drawn", () =>
    driver.run<boolean>(
      `(address) =>
        location.href === address && document.readyState === "complete" && document.fonts.status === "loaded"`,
      address,
    ),
  );
  return drawAll((code, argument) => driver.run(code, argument), driver.takeScreenshot, size);
}

function within<Result>(ms: number, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function endDrivers() {
  for (const { driver } of drivers.splice(0)) await driver.kill();
}

async function driversOf(size: Size, colorScheme: "light" | "dark") {
  const wanted = `${size.width} ${colorScheme}`;
  if (drivers[0]?.size === wanted) return drivers;
  await endDrivers();
  for (const engine of [webkit, firefox]) {
    const profile = await mkdtemp(join(folder, "profile-"));
    const isDark = colorScheme === "dark";
    const driver = await engine.launch({ profile, isPrivate: false, size, place: "refused", isDark });
    drivers.push({ name: engine.name, driver, size: wanted });
  }
  return drivers;
}

/** What the window shows, and what it shows after scrolling, at most four times. */
async function drawAll(
  run: (code: string, argument: unknown) => Promise<unknown>,
  draw: () => Promise<Buffer>,
  size: Size,
) {
  await run(`() => new Promise((resolve) => setTimeout(resolve, 200))`, null);
  const length = Number(
    await run(
      `() => document.querySelector("dialog[open]") ? innerHeight : document.documentElement.scrollHeight`,
      null,
    ),
  );
  const parts: { input: Buffer; top: number }[] = [];
  let height = 0;
  for (let top = 0; top < length && parts.length < 4; top += size.height) {
    const at = Number(
      await run(
        `(top) => new Promise((resolve) => {
          window.scrollTo({ top, behavior: "instant" });
          setTimeout(() => resolve(scrollY), 120);
        })`,
        top,
      ),
    );
    parts.push({
      input: await sharp(await draw())
        .resize(size.width)
        .toBuffer(),
      top: Math.round(at),
    });
    height = Math.max(height, Math.round(at) + size.height);
  }
  return { parts, height };
}

/** In the page: writes what only properties have into attributes. */
function writeProperties(): void {
  const all = <Found extends HTMLElement>(selector: string) => document.querySelectorAll<Found>(selector);
  for (const each of all("*")) {
    if (each.scrollTop > 0 && each !== document.documentElement) each.dataset.copiedTop = String(each.scrollTop);
    if (each.scrollLeft !== 0) each.dataset.copiedLeft = String(each.scrollLeft);
  }
  for (const each of all<HTMLInputElement>("input:not([type=file])")) {
    each.toggleAttribute("checked", each.checked);
    each.setAttribute("value", each.value);
  }
  for (const each of all("input:indeterminate")) each.dataset.copiedMixed = "";
  for (const each of all<HTMLTextAreaElement>("textarea")) each.textContent = each.value;
  for (const each of all<HTMLOptionElement>("option")) each.toggleAttribute("selected", each.selected);
  for (const each of all("dialog:modal")) each.dataset.copiedModal = "";
  for (const each of all(":popover-open")) each.dataset.copiedPopover = "";
  for (const each of all(":focus")) each.dataset.copiedFocus = "";
}

/** In the page: its pictures, some of which only this session may see. */
function embedPictures(): void {
  for (const each of document.querySelectorAll<HTMLImageElement | HTMLCanvasElement>("img, canvas")) {
    const drawing = document.createElement("canvas");
    drawing.width = each instanceof HTMLImageElement ? each.naturalWidth : each.width;
    drawing.height = each instanceof HTMLImageElement ? each.naturalHeight : each.height;
    if (drawing.width * drawing.height === 0) continue;
    drawing.getContext("2d")?.drawImage(each, 0, 0);
    const picture = document.createElement("img");
    for (const { name, value } of each.attributes) picture.setAttribute(name, value);
    picture.removeAttribute("srcset");
    picture.removeAttribute("loading");
    picture.src = drawing.toDataURL();
    for (const source of each.closest("picture")?.querySelectorAll("source") ?? []) source.remove();
    each.replaceWith(picture);
  }
}

/** In the page: its document without its scripts. */
function copyOfPage(): string {
  const alive = "script, noscript, iframe, meta[http-equiv], link[rel=preload], link[rel=modulepreload]";
  for (const each of document.querySelectorAll(alive)) each.remove();
  return document.documentElement.outerHTML;
}

/** In the copy. */
const readProperties = `
  const all = (name, act) => document.querySelectorAll("[data-copied-" + name + "]").forEach(act);
  all("modal", (each) => { each.close(); each.showModal(); });
  all("popover", (each) => each.showPopover());
  all("mixed", (each) => { each.indeterminate = true; });
  all("focus", (each) => each.focus({ preventScroll: true }));
  all("top", (each) => { each.scrollTop = each.dataset.copiedTop; });
  all("left", (each) => { each.scrollLeft = each.dataset.copiedLeft; });
`;

/** The copy, and what the app's server has beside it, as if every browser had a phone's pointer and wanted little motion. */
async function serve(server: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.startsWith("/copy.html")) {
    response.setHeader("content-type", "text/html; charset=utf-8");
    return void response.end(copy);
  }
  const found = await fetch(server + request.url);
  const type = found.headers.get("content-type") ?? "";
  response.statusCode = found.status;
  response.setHeader("content-type", type);
  if (!type.includes("text/css")) return void response.end(Buffer.from(await found.arrayBuffer()));
  const css = await found.text();
  response.end(
    css
      .replaceAll(/\(pointer:\s*coarse\)/g, isPhone ? "(min-width:0)" : "(max-width:0)")
      .replaceAll(/\(prefers-reduced-motion:\s*reduce\)/g, "(min-width:0)"),
  );
}
