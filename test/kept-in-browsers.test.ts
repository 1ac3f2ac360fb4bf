import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

const sources = readdirSync(new URL("../src", import.meta.url), { recursive: true, encoding: "utf8" })
  .filter((path) => /(?<!\.test|\.d)\.tsx?$/.test(path))
  .map((path) => ({ path, text: read(`src/${path}`) }));
type Source = (typeof sources)[number];

const definition = (name: string, { text }: { text: string }): string | undefined =>
  new RegExp(String.raw`\b(?:const|let) ${name}\b(?:: \w+)? =\s*(?:\([^;]*?\)(?:: \w+)? =>\s*)?([^;\n]+)`).exec(
    text,
  )?.[1] ?? new RegExp(String.raw`\bfunction ${name}\([^)]*\)[^{]*\{\s*return ([^;]+)`).exec(text)?.[1];

/** The text that an expression begins with, with `…` for what only the running code knows. Throws for what it can't follow. */
function nameOf(expression: string, source: Source): string {
  const words = expression.trim();
  const literal = /^"([^"]*)"|^`([^`]*)`/.exec(words);
  if (literal) {
    const [, plain, template] = literal;
    if (plain !== undefined) return plain;
    const [whole, inner] = /^\$\{(\w+)\}/.exec(template ?? "") ?? [];
    const begun =
      inner === undefined || whole === undefined ? template : nameOf(inner, source) + template?.slice(whole.length);
    return begun?.replace(/\$\{.*$/s, "…").replace(/……$/, "…") ?? "";
  }
  const [, name = "", own] = /^(?:\w+\.)*?(\w+)(\.\w+)?/.exec(words) ?? [];
  if (own === ".precache") return "precache";
  const imported = new RegExp(String.raw`import [^;]*\b${name}\b[^;]* from "[^"]*?([\w-]+\.tsx?)"`).exec(
    source.text,
  )?.[1];
  const home =
    imported === undefined
      ? source
      : sources.find(({ path, text }) => path.endsWith(`/${imported}`) && definition(name, { text }));
  const defined = home && definition(name, home);
  if (!home || defined === undefined) throw new Error(`${source.path}: what does ${expression} name?`);
  return nameOf(defined, home);
}

function* namesIn(pattern: RegExp): Generator<string> {
  for (const source of sources)
    for (const [, argument = ""] of source.text.matchAll(pattern)) yield nameOf(argument, source);
}

function* rowsOfDatabases(): Generator<string> {
  for (const source of sources) {
    const [database] = [...source.text.matchAll(/\b(?:defineDatabase<\w+>|indexedDB\.open)\(\s*([^,)]+)/g)].map(
      ([, name = ""]) => nameOf(name, source),
    );
    const stores = [...source.text.matchAll(/\.createObjectStore\(\s*([^,)]+)/g)].map(([, name = ""]) =>
      nameOf(name, source),
    );
    if (stores.length > 0 && database === undefined) throw new Error(`${source.path}: which database has ${stores}?`);
    for (const store of stores) yield `IndexedDB: ${database}, ${store}`;
    if (stores.length === 0 && database !== undefined) yield `database: ${database}`;
  }
}

const found = (kind: string, pattern: RegExp) => [...namesIn(pattern)].map((name) => `${kind}: ${name}`);

it("docs/browser-data.md names everything that is kept in a browser, and nothing else", () => {
  const databases = [...rowsOfDatabases()];
  const code = new Set([
    ...found("local storage", /\blocalStorage\.setItem\(\s*([^,]+),/g),
    ...found("session storage", /\bsessionStorage\.setItem\(\s*([^,]+),/g),
    ...databases.filter((row) => row.startsWith("IndexedDB")),
    ...found("cache", /\bcaches\.open\(([^)]+\)?\}?`?)\)/g),
    ...found("cache", /\bcacheName: ("[^"]+")/g),
    ...found("cookie", /\b(?:browserCookie|hostCookieName)\(("[^"]+")/g),
    ...found("cookie", /\bdocument\.cookie = `\$\{(\w+)\}=/g),
    ...sources.flatMap(({ text }) =>
      [...text.matchAll(/\$\{prefix\}(cairn_\w+)`/g)].map(([, name]) => `cookie: ${name}`),
    ),
    ...sources.flatMap(({ text }) => (/pushManager\.subscribe\(/.test(text) ? ["browser: push subscription"] : [])),
    ...sources.flatMap(({ text }) => (/\.showNotification\(/.test(text) ? ["browser: notifications"] : [])),
    ...sources.flatMap(({ text }) => (/\.setAppBadge\(/.test(text) ? ["browser: number on the icon"] : [])),
  ]);
  const table = read("docs/browser-data.md");
  const rows = [...table.matchAll(/^\| ([\w ]+) \| `([^|]+)` \| [^|]+ \| [^|]+ \|$/gm)].map(
    ([, store, name]) => `${store}: ${name}`,
  );
  expect(rows.length).toBe(new Set(rows).size);
  expect([...code].sort()).toEqual(rows.sort());
  // A database is made where its stores are; elsewhere it is only read.
  for (const row of databases.filter((each) => each.startsWith("database: ")))
    expect(
      databases.some((each) => each.startsWith(`IndexedDB: ${row.slice("database: ".length)},`)),
      row,
    ).toBe(true);
});

it("databases are opened in one place, which never waits without end", () => {
  const opening = sources.filter(
    ({ path, text }) => path.startsWith("web/") && /\bopenDB\b|indexedDB\.open\(/.test(text),
  );
  expect(opening.map(({ path }) => path)).toEqual(["web/foundation/database.ts"]);
});

it("nothing is kept in a browser by a way that this test can't read", () => {
  const others = sources.flatMap(({ path, text }) =>
    /\b(local|session)Storage(\[|\.(?!(get|set|remove)Item\b|length\b)\w)|\bcookieStore\b|\bstorage\.getDirectory\b/.test(
      text,
    )
      ? [path]
      : [],
  );
  expect(others).toEqual([]);
  const givers = sources
    .filter(({ text }) => /set-cookie|document\.cookie =|cookies\.set\(/i.test(text))
    .map(({ path }) => path);
  expect(givers.sort()).toEqual([
    "identity/sessions/browser-cookie.ts",
    "identity/sign-out/sign-out-routes.ts",
    "server/pages/localized-pages.ts",
    "web/foundation/auth/session-store.ts",
    "web/foundation/texts/keep-language.ts",
  ]);
});
