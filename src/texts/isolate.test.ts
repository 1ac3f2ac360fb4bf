import { describe, expect, it } from "vitest";
import { compileTexts } from "./compile-texts.ts";
import { isolate } from "./isolate.ts";
import { english, languageOf } from "./languages.ts";
import { createTranslator } from "./translator.ts";

const arabic = languageOf("ar");
const isolated = (value: string) => `\u2068${value}\u2069`;

describe("a value in a text", () => {
  it.each(["شجرة (3)", "Reed عد القصب", "עץ", "Blue\u202eegdiR"])("is isolated in English if it has %j", (value) => {
    expect(isolate(value, english)).toBe(isolated(value));
  });

  it.each(["Blue Ridge (3)", "3/10", "±", "", "地衣"])("stays as it is in English if it is %j", (value) => {
    expect(isolate(value, english)).toBe(value);
  });

  it.each(["Blue Ridge (3)", "alice", "187 cm", "地衣", "شجرة\u202e"])("is isolated in Arabic if it is %j", (value) => {
    expect(isolate(value, arabic)).toBe(isolated(value));
  });

  it.each([
    "شجرة",
    "جبال Blue Ridge",
    `حذف ${isolated("Blue Ridge")}`,
    "3/10",
    "2026-05-01",
    "https://cairn.example/a",
  ])("stays as it is in Arabic if it is %j", (value) => {
    expect(isolate(value, arabic)).toBe(value);
  });
});

it("only values that are shown are isolated, and only where that is asked for", () => {
  const message = "{name}: {count, plural, other {# {side, select, high {up} other {down}}}} {count, number}";
  const values = { name: "alice", count: 3, side: "high" };
  for (const [isolates, name] of [
    [true, isolated("alice")],
    [false, "alice"],
  ] as const) {
    const translator = createTranslator(arabic, isolates);
    translator.add(compileTexts({ "sample.side": message }));
    expect(translator.translate("sample.side", values)).toBe(`${name}: 3 up 3`);
    expect(translator.translate("admin.status.ON_HOLD", values)).toBe("On hold");
  }
});
