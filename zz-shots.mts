import { chromium, type Page } from "@playwright/test";
const base = "http://localhost:3971";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
async function open(user: string, viewport: { width: number; height: number }) {
  const context = await browser.newContext({ baseURL: base, viewport, locale: "en-US", timezoneId: "UTC", permissions: ["geolocation"], geolocation: { latitude: 46.28, longitude: 13.886, accuracy: 6 } });
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByLabel("Username or e-mail").fill(user);
  await page.getByLabel("Password", { exact: true }).fill("demo password 1");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForFunction(() => localStorage.getItem("jwt"), undefined, { timeout: 60000 });
  return page;
}
const quests = (await (await fetch(base + "/api/quests?limit=100")).json()) as { id: number; quest_name: string }[];
const idOf = (name: string) => quests.find((q) => q.quest_name.includes(name))?.id;
const shot = async (page: Page, path: string, name: string, full = true) => {
  await page.goto(path); await page.waitForLoadState("networkidle"); await page.waitForTimeout(700);
  await page.screenshot({ path: `/tmp/shot-${name}.png`, fullPage: full }); console.log(name);
};
const phone = { width: 390, height: 844 }; const desk = { width: 1440, height: 900 };
const what = process.argv.slice(2);
if (!what.length || what.includes("alice")) { const p = await open("alice", phone); await shot(p, `/quests/${idOf("Clear to the Bottom")}/data`, "lakes-phone"); await p.close(); }
if (!what.length || what.includes("bob")) { const p = await open("bob", desk); for (const [n, s] of [["Worn", "worn"], ["Saimaa", "saimaa"], ["Lichens", "lichens"]] as const) await shot(p, `/quests/${idOf(n)}/data`, `${s}-desk`); await p.close(); }
if (!what.length || what.includes("tester")) { const p = await open("tester", phone); for (const [n, s] of [["Coral Colour", "coral"], ["Whales", "whales"]] as const) await shot(p, `/quests/${idOf(n)}/data`, `${s}-phone`); await p.close(); }
if (!what.length || what.includes("admin")) { const p = await open("admin", desk); await shot(p, "/admin_dashboard/samples", "samples-desk");
  const rows = await p.getByRole("link", { name: "Click For Info" }).evaluateAll((ls) => ls.map((l) => [(l.closest("tr") as HTMLElement)?.innerText ?? "", (l as HTMLAnchorElement).getAttribute("href")] as const));
  const all = [["Whales","whales"],["Cotton","cotton"],["Mekong","mekong"]] as const; for (const [q,n] of all) { const r = rows.find(([t]) => t.includes(q)); if (r?.[1]) await shot(p, r[1], `sample-${n}`); } await p.close(); }
await browser.close();
