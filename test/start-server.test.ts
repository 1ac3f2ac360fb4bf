import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startServer } from "../e2e/cairn-server.ts";

let folder: string;
let main: string;
let begun: string;

/** Stands for the server: on its first ports, `TAKEN` of them, another program listens before it does. */
const standIn = `
import { appendFileSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
const { PORT, TAKEN, BEGUN } = process.env;
appendFileSync(BEGUN, PORT + "\\n");
if (TAKEN === "none, but it fails") throw new Error("no database");
const listen = (then) => createServer((_, answer) => answer.end("from " + PORT)).listen(Number(PORT), "localhost", then);
const hasListened = () => console.log(JSON.stringify({ msg: "Cairn is listening on " + PORT }));
if (readFileSync(BEGUN, "utf8").split("\\n").length - 1 > Number(TAKEN)) listen(hasListened);
else listen(() => listen(hasListened));
`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-start-"));
  main = join(folder, "main.mjs");
  begun = join(folder, "begun");
  await writeFile(main, standIn);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const portsBegun = async () => (await readFile(begun, "utf8")).trim().split("\n");
const start = (taken: string) => startServer({ TAKEN: taken, BEGUN: begun }, "start-server", main);

test("a server whose port another program took starts on the next one", async () => {
  const server = await start("2");
  const answer = await (await fetch(server.url)).text();
  await server.stop();
  const ports = await portsBegun();
  expect(new Set(ports).size).toBe(3);
  expect(answer).toBe(`from ${ports[2]}`);
  expect(new URL(server.url).port).toBe(ports[2]);
});

test("it gives up after five ports", async () => {
  await expect(start("9")).rejects.toThrow("ended with code 1 before it was ready; see test-results/start-server.log");
  expect(await portsBegun()).toHaveLength(5);
});

test("a server that fails otherwise isn't begun again", async () => {
  await expect(start("none, but it fails")).rejects.toThrow("ended with code 1");
  expect(await portsBegun()).toHaveLength(1);
});
