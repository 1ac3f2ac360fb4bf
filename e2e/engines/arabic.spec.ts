import { expect } from "@playwright/test";
import type axe from "axe-core";
import { languageCookie } from "../../src/texts/languages.ts";
import { readMessages } from "../../src/texts/texts-of.ts";
import { axeSource, createAccount, untilAtRest } from "../harness.ts";
import { findWiderThan } from "../layout.ts";
import { createQuest, everyKind, joinQuest } from "../protocol-quests.ts";
import { makeAdmin } from "../review-seed.ts";
import { type Device, inEachEngine, test } from "./harness.ts";

/** The main screens in Arabic and dark: from right to left, readable, as wide as the window, without an error. */

test.describe.configure({ mode: "parallel" });

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

const arabic = readMessages("ar");
const say = (key: string): string => {
  const words = arabic[key];
  if (words === undefined) throw new Error(`No text has the key ${key}.`);
  return words;
};

const notOurs = [
  // WebKitGTK is built without manifests, and says so of each page that has one.
  "Unrecognized Content-Security-Policy directive 'manifest-src'",
  // What a page was fetching when it was left. All of it is of the page's own origin.
  "AbortError: The operation was aborted.",
  "TypeError: NetworkError when attempting to fetch resource.",
  "TypeError: Load failed",
  "due to access control checks.",
];
const isOurs = (error: string) => !notOurs.some((words) => error.includes(words));

/** Opens the browser of somebody who has signed in earlier and chosen Arabic. An account keeps its language. */
async function openInArabic(device: Device, username: string, size: typeof phone): Promise<void> {
  await device.open({ size, isDark: true });
  await device.openAs(username, "/favicon.svg");
  await device.person.tab.run(`(choice) => { document.cookie = choice; }`, `${languageCookie}=ar; path=/`);
}

/** Texts without enough contrast, as this engine draws them. */
function measureContrast(): Promise<string[]> {
  const { axe: measure } = window as unknown as { axe: typeof axe };
  const asked = { runOnly: ["color-contrast"], resultTypes: ["violations" as const] };
  return measure
    .run(document, asked)
    .then(({ violations }) =>
      violations.flatMap(({ nodes }) => nodes.map(({ target, any }) => `${target.join(" ")}: ${any[0]?.message}`)),
    );
}

type Looks = { language: string; direction: string; isDark: boolean };

/** In the page. */
function look(): Looks {
  const { lang: language, dir: direction } = document.documentElement;
  const ground = getComputedStyle(document.body).backgroundColor;
  const parts = ground.match(/\d+/g) ?? [];
  return { language, direction, isDark: parts.slice(0, 3).every((part) => Number(part) < 64) };
}

/** Checks the page once it shows these words. */
async function expectGoodLooks(device: Device, words: string, { width } = phone): Promise<void> {
  const { tab } = device.person;
  await device.person.sees(words);
  await tab.run(String(untilAtRest), null);
  expect(await tab.run<Looks>(String(look), null), words).toEqual({ language: "ar", direction: "rtl", isDark: true });
  expect(await tab.run<string[]>(String(findWiderThan), width), "wider than the window").toEqual([]);
  await tab.run(`() => { ${axeSource} }`, null);
  expect(await tab.run<string[]>(String(measureContrast), null), "hard to read").toEqual([]);
  expect((await device.readErrors()).filter(isOurs), "errors").toEqual([]);
}

inEachEngine(() => {
  test("a volunteer's screens", async ({ device, request }) => {
    const { id, quest_name: name } = await createQuest(request, {
      name: `Arabic ${device.name} ${Date.now()}`,
      protocol: everyKind,
    });
    const small = await createQuest(request, {
      name: `Small ${device.name} ${Date.now()}`,
      protocol: { fields: [{ key: "depth", kind: "number", label: "Depth" }], photo: { required: false } },
    });
    const newcomer = await createAccount();
    for (const quest of [id, small.id]) await joinQuest(request, newcomer, quest);
    await openInArabic(device, newcomer, phone);
    const { person } = device;
    await person.goTo("/");
    await expectGoodLooks(device, name);
    await person.goTo(`/quests/${id}`);
    await expectGoodLooks(device, name);
    await person.goTo(`/quests/${id}/data`);
    await expectGoodLooks(device, "Water temperature");
    await person.goTo(`/quests/${small.id}/data`);
    await person.types("Depth", "3");
    await person.presses(say("field.form.add"));
    await person.sees(say("field.form.saved"));
    await person.goTo("/outbox");
    await expectGoodLooks(device, small.quest_name);
  });

  test("a reviewer's screens", async ({ device }) => {
    const newcomer = await createAccount();
    await makeAdmin(newcomer);
    await openInArabic(device, newcomer, desk);
    await device.person.goTo("/admin_dashboard/samples");
    await expectGoodLooks(device, say("review.list.open"), desk);
    await device.person.strikes("j");
    await expectGoodLooks(device, say("review.decision.accept"), desk);
  });
});
