// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { describe, expect, it } from "vitest";
import { findProblems, keptValues } from "../../test/check-values.ts";
import { shownKeys } from "./check-values.ts";
import type { Field, NamedList, Protocol } from "./field.ts";
import { type FindItem, lookedUp } from "./lists/choice-columns.ts";
import type { ListItem } from "./lists/list-item.ts";
import { protocolSchema } from "./protocol-schema.ts";

const asked = (key: string, kind: Field["kind"], more: object = {}) => ({ key, kind, label: key, ...more }) as Field;
const regions: NamedList = { name: "regions", id: 7, version: 2 };

const items: Readonly<Record<string, ListItem>> = {
  "7/2/n": { code: "n", label: { de: "Norden", en: "North" }, attributes: { people: "1200", capital: "t" } },
  "7/2/t": { code: "t", label: "Town", attributes: { capital: "n" } },
  "8/1/gbif:1": {
    code: "gbif:1",
    label: "Blackbird",
    taxon: { scientific_name: "Turdus merula" },
    attributes: { family: "Turdidae" },
  },
  "8/1/gbif:2": { code: "gbif:2", label: "Robin", attributes: { family: "Muscicapidae" } },
};
const findItem: FindItem = ({ id, version }, code) => {
  const item = items[`${id}/${version}/${code}`];
  return item && lookedUp(item);
};

const bird = asked("bird", "choice", { list: { id: 8, version: 1 } });
const protocolOf = (expression: string, ...more: Field[]): Protocol => ({
  lists: [regions],
  fields: [
    asked("region", "text"),
    asked("depth", "number"),
    bird,
    asked("birds", "choices", { list: { id: 8, version: 1 } }),
    asked("result", "calculated", { expression }),
    ...more,
  ],
});
const problemsOf = (protocol: Protocol) =>
  (protocolSchema.safeParse(protocol).error?.issues ?? []).map((issue) => [
    issue.path.join("."),
    issue.code === "custom" ? issue.params?.text : issue.code,
  ]);

const values = { region: "n", bird: "gbif:1", birds: ["gbif:2", "gbif:1"] };

describe("what an expression looks up in a list", () => {
  it.each([
    ["lookup('regions', 'people', ${region})", "1200"],
    ["number(lookup('regions', 'people', 'n')) div 100", 12],
    ["lookup('regions', 'label', ${region})", "North"],
    ["lookup('regions', 'name', 't')", "Town"],
    ["lookup('regions', 'code', ${region})", "n"],
    ["lookup('regions', 'label', lookup('regions', 'capital', ${region}))", "Town"],
    ["lookup('regions', 'people', 't')", undefined],
    ["lookup('regions', 'people', 'x')", undefined],
    ["lookup('regions', 'people', '')", undefined],
    ["label(${bird})", "Blackbird"],
    ["label(${birds})", "Robin, Blackbird"],
    ["attribute(${bird}, 'family')", "Turdidae"],
    ["attribute(${bird}, 'scientificName')", "Turdus merula"],
    ["attribute('gbif:2', ${bird}, 'family')", "Muscicapidae"],
  ])("%s is %j", (expression, result) => {
    const protocol = protocolOf(expression);
    expect(problemsOf(protocol)).toEqual([]);
    const given = keptValues(protocol, values, undefined, findItem);
    expect(given.result).toBe(result);
    expect(findProblems(protocol, given, undefined, undefined, findItem)).toEqual([]);
    if (result === undefined) return;
    expect(findProblems(protocol, { ...given, result: "another" }, undefined, undefined, findItem)).toMatchObject([
      { key: "result", text: "validation.calculated" },
    ]);
  });

  it("decides what is shown, and what an answer must meet", () => {
    const people = "number(lookup('regions', 'people', ${region}))";
    const market = asked("market", "yes_no", { shown_when: { expression: `${people} > 1000` } });
    const seen = asked("seen", "integer", { constraint: { expression: `. <= ${people}` } });
    const protocol = protocolOf("1", market, seen);
    expect(problemsOf(protocol)).toEqual([]);
    const shown = (region: string) => shownKeys(protocol, { region }, undefined, findItem).has("market");
    expect([shown("n"), shown("t")]).toEqual([true, false]);
    const found = findProblems(protocol, { region: "n", seen: 1300 }, undefined, undefined, findItem);
    expect(found).toMatchObject([{ key: "seen" }]);
  });

  it.each([
    ["lookup('rivers', 'people', ${region})", "noList"],
    ["lookup(${region}, 'people', ${region})", "noList"],
    ["lookup('regions', ${region}, ${region})", "noListColumn"],
    ["lookup('regions', 'people', ${depth})", "wants.text"],
    ["lookup('regions', 'people')", "arguments"],
    ["lookup('regions', 'people', ${region}) + 1", "wants.number"],
    [`${"lookup('regions', 'capital', ".repeat(6)}'n'${")".repeat(6)}`, "lookupChain"],
  ])("%s is refused: %s", (expression, text) => {
    expect(problemsOf(protocolOf(expression))).toEqual([["fields.4.expression", `validation.expression.${text}`]]);
  });

  it("may depend on another, but not in a long chain", () => {
    const link = (index: number) =>
      asked(`link_${index}`, "calculated", {
        expression: `lookup('regions', 'capital', \${${index === 0 ? "region" : `link_${index - 1}`}})`,
      });
    const chain = (length: number) => protocolOf("1", ...Array.from({ length }, (_, index) => link(index)));
    expect(problemsOf(chain(5))).toEqual([]);
    expect(problemsOf(chain(6))).toEqual([["fields.10.expression", "validation.expression.lookupChain"]]);
  });

  it("is limited in number, in rows more so", () => {
    const looked = (key: string) => asked(key, "calculated", { expression: "lookup('regions', 'people', ${region})" });
    const many = (length: number, prefix: string) => Array.from({ length }, (_, index) => looked(`${prefix}_${index}`));
    const rows = (length: number) => asked("rows", "group", { repeat: {}, fields: many(length, "row") });
    expect(problemsOf(protocolOf("1", ...many(280, "a"), rows(20)))).toEqual([]);
    expect(problemsOf(protocolOf("1", ...many(301, "a"))).map(([path]) => path)).toEqual(["fields.305.expression"]);
    expect(problemsOf(protocolOf("1", rows(21)))).toEqual([
      ["fields.5.fields.20.expression", "validation.expression.listLookups"],
    ]);
  });

  it("needs a list that is chosen and named once", () => {
    const withLists = (...lists: NamedList[]) => problemsOf({ ...protocolOf("1"), lists });
    expect(withLists({ name: "regions", id: 0 })).toEqual([["lists.0.id", "validation.protocol.chooseList"]]);
    expect(withLists(regions, regions)).toEqual([["lists.1.name", "validation.protocol.listTwice"]]);
    const many = Array.from({ length: 21 }, (_, index) => ({ name: `regions_${index}`, id: 7 }));
    expect(withLists(regions, ...many.slice(2))).toEqual([]);
    expect(withLists(regions, ...many.slice(1)).map(([path]) => path)).toEqual(["lists"]);
    expect(withLists({ name: "it's", id: 7 })).toEqual([["lists.0.name", "validation.protocol.listName"]]);
  });
});
