import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { calls } from "../src/contract/all-calls.ts";
import { type AnswerSchema, makeAnswerSchemas } from "../src/contract/answer-schemas.ts";
import type { Call } from "../src/contract/call.ts";

const folder = (path: string) => fileURLToPath(new URL(`../${path}/`, import.meta.url));
const web = folder("src/web");
/** Where code names calls: the app, and helpers of its tests. */
const folders = [web, folder("test")];
const knownCalls = JSON.stringify(`${web}foundation/api/known-calls.ts`);

const ofCall = "virtual:call/";
const ofAnswers = "virtual:part-of-answers/";
const keptAlways = "virtual:calls-kept-always";
/** For tests. */
const everyCall = "virtual:every-call";

const byName = Object.entries<Call>(calls);
const quotedNames = new RegExp(`(["'\`])(${Object.keys(calls).join("|")})\\1`, "g");

/** What the web app loads of the contract, by the name of its module. */
function modulesOfCalls(): ReadonlyMap<string, string> {
  const { answers, definitions } = makeAnswerSchemas();
  const plainTypes = Object.entries(definitions).filter(([, { type, ...rest }]) => type && isEmpty(rest));
  // The reference to a plain type is longer than the type.
  const textOf = (schema: AnswerSchema) =>
    plainTypes.reduce(
      (text, [name, plain]) => text.replaceAll(`{"$ref":"${name}"}`, JSON.stringify(plain)),
      JSON.stringify(schema),
    );
  const importsOf = (text: string) =>
    [...new Set(text.match(/(?<="\$ref":")\w+/g))].map((name) => `import "${ofAnswers}${name}";`).join("");
  const ofCalls = byName.map(([name, { method, path, access, keptOffline }]) => {
    const answer = answers[name as keyof typeof calls];
    const text = answer ? textOf(answer) : "undefined";
    const route = [method, path, access, ...(keptOffline ? [keptOffline] : [])].map((each) => `"${each}"`).join();
    return [
      `${ofCall}${name}`,
      `import { knowCall } from ${knownCalls};${importsOf(text)}knowCall("${name}",${text},${route});`,
    ] as const;
  });
  const ofDefinitions = Object.entries(definitions).map(([name, definition]) => {
    const text = textOf(definition);
    return [
      `${ofAnswers}${name}`,
      `import { knowPart } from ${knownCalls};${importsOf(text)}knowPart("${name}",${text});`,
    ] as const;
  });
  const always = byName.filter(([, { keptOffline }]) => keptOffline === "always").map(([name]) => name);
  return new Map([
    ...ofCalls,
    ...ofDefinitions,
    [keptAlways, `export default ${JSON.stringify(always)};`],
    [everyCall, ofCalls.map(([id]) => `import "${id}";`).join("")],
  ]);
}

const isOurs = (id: string) =>
  id.startsWith(ofCall) || id.startsWith(ofAnswers) || id === keptAlways || id === everyCall;
const isEmpty = (object: object) => Object.keys(object).length === 0;

/**
 * Cuts the contract into what the code of the web app names: a module that has a call's name in quotes imports that
 * call, as plain data without a schema library. So each page loads the calls that it makes, and no list says which.
 */
export function callsThatCodeNames(): Plugin {
  let modules: ReadonlyMap<string, string> | undefined;
  return {
    name: "calls-that-code-names",
    resolveId: (id) => (isOurs(id) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith("\0virtual:")) return undefined;
      modules ??= modulesOfCalls();
      return modules.get(id.slice(1));
    },
    transform(code, id) {
      if (!folders.some((each) => id.startsWith(each))) return undefined;
      const names = new Set([...code.matchAll(quotedNames)].map(([, , name]) => name));
      if (names.size === 0) return undefined;
      // At the end, so that every line and column stays what the source map says.
      return { code: `${code}\n${[...names].map((name) => `import "${ofCall}${name}";`).join("")}`, map: null };
    },
  };
}
