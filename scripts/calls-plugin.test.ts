import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { describe, expect, it } from "vitest";
import { calls } from "../src/contract/all-calls.ts";
import { callsThatCodeNames } from "./calls-plugin.ts";

const { resolveId, load, transform } = callsThatCodeNames() as Plugin & {
  resolveId: (id: string) => string | undefined;
  load: (id: string) => string | undefined;
  transform: (code: string, id: string) => { code: string } | undefined;
};
const inWeb = (path: string) => fileURLToPath(new URL(`../src/web/${path}`, import.meta.url));
const importsOf = (code = "") => [...code.matchAll(/import "([^"]+)"/g)].map(([, id]) => id as string);
const loaded = (id: string) => load(resolveId(id) ?? id);

describe("a module of the web app", () => {
  const page = inWeb("pages/quest-page.tsx");

  it("imports the calls that it has in quotes, each once, and stays as it is up to its end", () => {
    const code = 'useCall("getQuest", input);\nrefetch([\'listQuests\', "getQuest"], `joinQuest`);';
    const changed = transform(code, page)?.code;
    expect(importsOf(changed)).toEqual(["virtual:call/getQuest", "virtual:call/listQuests", "virtual:call/joinQuest"]);
    expect(changed?.startsWith(`${code}\n`)).toBe(true);
  });

  it("imports nothing for names without quotes, or for longer words", () => {
    expect(transform('getQuest(); const key = "getQuests"; // listQuests', page)).toBeUndefined();
  });

  it("is the only one that does", () => {
    expect(transform('calls["getQuest"]; "getQuest"', inWeb("../server/app.ts"))).toBeUndefined();
  });
});

describe("the module of a call", () => {
  it.each(Object.entries(calls))("has what a browser needs of %s, and no more", (name, call) => {
    const code = loaded(`virtual:call/${name}`);
    expect(code).toContain(`knowCall("${name}",`);
    expect(code).toContain(`,"${call.method}","${call.path}","${call.access}"`);
    expect(code).not.toContain(call.summary);
    expect(code).not.toContain('"cost"');
  });

  it("does without the answer of a call that has no JSON, and says what is kept offline", () => {
    expect(loaded("virtual:call/getPicture")).toContain(
      'knowCall("getPicture",undefined,"GET","/pictures/{id}","visitor");',
    );
    expect(loaded("virtual:call/getQuest")).toContain('"visitor","newest");');
    const always = loaded("virtual:calls-kept-always");
    for (const name of ["getClientConfiguration", "listContributions", "listNews"])
      expect(always).toContain(`"${name}"`);
    for (const name of ["getQuest", "listDataPoints", "getSample"]) expect(always).not.toContain(`"${name}"`);
  });

  it("imports every part that its answer references", () => {
    const ids = Object.keys(calls).map((name) => `virtual:call/${name}`);
    for (const id of ids) {
      const code = loaded(id);
      expect(code, id).toBeDefined();
      const referenced = [...(code ?? "").matchAll(/"\$ref":"(\w+)"/g)].map(
        ([, part]) => `virtual:part-of-answers/${part}`,
      );
      expect(new Set(importsOf(code))).toEqual(new Set(referenced));
      for (const part of referenced) if (!ids.includes(part)) ids.push(part);
    }
  });
});
