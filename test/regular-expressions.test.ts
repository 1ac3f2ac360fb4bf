import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { check } from "recheck";
import ts from "typescript";
import { expect, test } from "vitest";

/** Code in the server's process, where one slow expression blocks everyone. */
const roots = ["contract", "protocol", "texts", "server", "identity"];

/** Limits in seconds would make some unknown or vulnerable on a busy machine: steps are counted instead, with one seed. */
const withoutClock = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  randomSeed: 1,
};

test("every regular expression runs in linear time", { timeout: 300_000 }, async () => {
  const expressions = roots.flatMap((root) => sourceFilesOf(`src/${root}`)).flatMap(expressionsOf);
  expect(expressions.length).toBeGreaterThan(30);
  const slow = [];
  const unequal = new Map(expressions.map((each) => [`/${each.source}/${each.flags}`, each]));
  for (const { where, source, flags } of unequal.values()) {
    const { status } = await check(source, flags, withoutClock);
    if (status !== "safe") slow.push(`${where} /${source}/${flags} is ${status}`);
  }
  expect(slow).toEqual([]);
});

function sourceFilesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => path.join(folder, file));
}

function expressionsOf(file: string): { where: string; source: string; flags: string }[] {
  const sourceFile = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  const found: { where: string; source: string; flags: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      found.push({ where: file, source, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(sourceFile);
  return found;
}
