import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const web = fileURLToPath(new URL("../src/web/", import.meta.url));
const files = readdirSync(web, { recursive: true, encoding: "utf8" });
const textOf = (file: string) => readFileSync(join(web, file), "utf8");
const sheets = files.filter((file) => file.endsWith(".css"));
const modules = sheets.filter((file) => file.endsWith(".module.css"));
const screens = files.filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"));

/** On a map, west is left in every language. */
const geometry = /^ui\/map\//;

const physical =
  /^\s*(?:left|right|(?:margin|padding)-(?:left|right)|border-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius|(?:text-align|float|clear):\s*(?:left|right))\b.*$/gm;

it("style sheets use logical properties", () => {
  const found = sheets
    .filter((file) => !geometry.test(file))
    .flatMap(
      (file) =>
        textOf(file)
          .match(physical)
          ?.map((line) => `${file}: ${line}`) ?? [],
    );
  expect(found).toEqual([]);
});

/** Names of classes in the selectors of a style sheet. */
const classesOf = (css: string) =>
  new Set((css.match(/^[^;{}]*\.[^;{}]*[{,]$/gm) ?? []).flatMap((line) => line.match(/(?<=\.)[a-zA-Z][\w-]*/g) ?? []));

const layout = classesOf(textOf("ui/layout.css"));

/** Words in `className="…"` and in templates; what `classNames(…)` and conditions choose between is not looked at. */
const wordsOf = (source: string) =>
  [...source.matchAll(/(?:className=\{?|classNames\(\s*)(?:"([^"]*)"|`([^`]*)`)/g)].flatMap(
    ([, plain, template]) => (plain ?? template ?? "").replace(/\$\{[^}]*\}/g, " ").match(/\S+/g) ?? [],
  );

it("plain names of classes are of the sheets that every screen has, and all of layout.css are used", () => {
  const known = new Set([...layout, ...classesOf(textOf("ui/base.css"))]);
  const used = new Map(screens.flatMap((file) => wordsOf(textOf(file)).map((word) => [word, file] as const)));
  expect([...used].filter(([word]) => !known.has(word))).toEqual([]);
  const texts = screens.map(textOf).join("\n");
  expect([...layout].filter((name) => !new RegExp(`["\`][^"\`]*\\b${name}\\b`).test(texts))).toEqual([]);
});

/** Classes that others compose. */
const composed = modules.flatMap((sheet) =>
  [...textOf(sheet).matchAll(/^ *composes: (\w+) from "([^"]+)";$/gm)].map(([, name = "", path = ""]) => ({
    sheet: join(dirname(sheet), path),
    name,
  })),
);

it("every class of a style sheet is used, and every class used is in one", () => {
  const uses = new Map<string, string>();
  const missing: string[] = [];
  for (const file of files.filter((each) => /\.tsx?$/.test(each))) {
    const source = textOf(file);
    const code = source.replace(/^import .*$/gm, "");
    for (const [, name, path = ""] of source.matchAll(/^import (\w+) from "(\.[^"]*\.module\.css)";$/gm)) {
      const sheet = join(dirname(file), path);
      const names = code.match(new RegExp(`\\b${name}(?:\\.\\w+|\\[)`, "g")) ?? [];
      uses.set(sheet, `${uses.get(sheet) ?? ""} ${names.join(" ")} `);
      const known = classesOf(textOf(sheet));
      missing.push(
        ...names
          .filter((each) => !each.endsWith("[") && !known.has(each.slice(each.indexOf(".") + 1)))
          .map((each) => `${file}: ${each}`),
      );
    }
  }
  expect(missing).toEqual([]);
  for (const { sheet, name } of composed) uses.set(sheet, `${uses.get(sheet) ?? ""} .${name} `);
  const unused = modules.flatMap((sheet) => {
    const names = uses.get(sheet) ?? "";
    // The key is only known when the page runs.
    if (names.includes("[")) return [];
    return (
      [...classesOf(textOf(sheet))]
        // The map's library has its own.
        .filter((name) => !names.includes(`.${name} `) && !name.startsWith("pigeon-"))
        .map((name) => `${sheet}: ${name}`)
    );
  });
  expect(unused).toEqual([]);
});

/** Declarations of `layout.css`, one class each line. */
const layoutRules = [...textOf("ui/layout.css").matchAll(/^\.[\w-]+ \{\n([^}]*)\}/gm)].map(([, declarations = ""]) =>
  declarations.trim().split(/\s*\n\s*/),
);

it("no rule says only what classes of layout.css say", () => {
  const repeated = modules.flatMap((sheet) =>
    [...textOf(sheet).matchAll(/(?<!,\n)^\.([\w-]+) \{\n([^}]*)\}/gm)]
      .filter(([, name, text = ""]) => {
        if (composed.some((each) => each.sheet === sheet && each.name === name)) return false;
        const declarations = text.trim().split(/\s*\n\s*/);
        const said = layoutRules.filter((rule) => rule.every((each) => declarations.includes(each))).flat();
        // A single declaration may be for an element that has a look of its own.
        return declarations.length > 1 && declarations.every((each) => said.includes(each));
      })
      .map(([, name]) => `${sheet}: ${name}`),
  );
  expect(repeated).toEqual([]);
});
