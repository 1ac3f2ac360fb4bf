import { expect } from "@playwright/test";
import type { Quest } from "../../src/contract/quests.ts";
import { inEachEngine, test } from "./harness.ts";

/** What engines draw in their own way, where nobody wants it. */

inEachEngine(() => {
  test("controls look as their style says, and are equally high", async ({ device }) => {
    const person = await device.open();
    await person.goTo("/");
    await person.sees("Find a Quest");
    const drawn = await person.tab.run<Drawn[]>(String(drawControls), null);
    expect(drawn.filter(({ appearance }) => !["none", "textfield"].includes(appearance))).toEqual([]);
    expect(new Set(drawn.map(({ height }) => Math.round(height)))).toEqual(new Set([48]));
    expect(new Set(drawn.map(({ border }) => border)).size).toBe(1);
    expect(new Set(drawn.flatMap(({ placeholder }) => placeholder)).size).toBe(1);
    // WebKit reckons the colour of what stands in an empty date from its background.
    const moments = drawn.filter(({ kind }) => /date|time/.test(kind));
    expect(moments.filter(({ background }) => background === "rgba(0, 0, 0, 0)")).toEqual([]);
  });

  test("a refused position is told, in the form once it was asked for", async ({ device, cairn }) => {
    const person = await device.open({ place: "refused" });
    const quests = (await (await fetch(`${cairn.server.url}/api/quests`)).json()) as Quest[];
    const quest = quests.find(({ quest_name }) => quest_name.includes("Blue Ridge"));
    await device.openAs("bob", `/quests/${quest?.id}/map`);
    await person.sees("Cairn may not see your position. Allow it in the browser's settings for this page");
    await person.goTo(`/quests/${quest?.id}/data`);
    await person.presses("Find my position");
    await person.sees("Location access is blocked. Allow it in your browser's settings");
  });

  test("the map of a sample has its height at the desk", async ({ device }) => {
    const person = await device.open({ size: { width: 1440, height: 900 } });
    await device.openAs("admin", "/admin_dashboard/samples");
    await person.presses("Click For Info");
    await person.sees("Sample Overview - ID");
    const heightOf = `() => document.querySelector("main [data-map]")?.getBoundingClientRect().height`;
    await expect.poll(() => person.tab.run<number | undefined>(heightOf, null)).toBeGreaterThan(150);
  });

  test("in Arabic a page requests only fonts that it uses", async ({ device }) => {
    const person = await device.open();
    await person.goTo("/?language=ar");
    await person.sees("المهام");
    const areThere = `() => document.fonts.status === "loaded"`;
    await person.until("the fonts are there", () => person.tab.run<boolean>(areThere, null));
    const requested = await person.tab.run<string[]>(
      `() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.includes(".woff2"))`,
      null,
    );
    expect(requested.filter((name) => name.includes("fraunces"))).toEqual([]);
    expect(requested.filter((name) => name.includes("arabic-letters"))).toHaveLength(2);
  });
});

type Drawn = {
  kind: string;
  appearance: string;
  height: number;
  border: string;
  placeholder: string[];
  background: string;
};

/** In the page: one control of each kind, without a style of its own. */
function drawControls(): Drawn[] {
  const kinds = ["text", "search", "email", "url", "number", "date", "time", "datetime-local", "select"];
  return kinds.map((kind) => {
    const control = document.createElement(kind === "select" ? "select" : "input");
    if (control instanceof HTMLInputElement) control.type = kind;
    control.style.minHeight = "48px";
    document.body.append(control);
    const { appearance, height, borderTopWidth, borderTopStyle, backgroundColor } = getComputedStyle(control);
    const { color, opacity } = getComputedStyle(control, "::placeholder");
    control.remove();
    return {
      kind,
      appearance,
      height: Number.parseFloat(height),
      border: `${borderTopWidth} ${borderTopStyle}`,
      placeholder: kind === "select" ? [] : [`${color} ${opacity}`],
      background: backgroundColor,
    };
  });
}
