import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { offeredLanguages } from "../../texts/installed-languages.ts";
import { english, languageOf } from "../../texts/languages.ts";
import { addLanguages, textsOf } from "../../texts/texts-of.ts";

const api = usingApi();
const spanish = languageOf("es");

describe("the languages of the app", () => {
  it("[CALL-69] are named by the configuration, English first, each in its own words", async () => {
    const { body } = await api.call("GET", "/config");
    expect(body.languages[0]).toMatchObject({ code: "en", name: "English", share: 1 });
    const spanishOffered = body.languages.find(({ code }: { code: string }) => code === "es");
    expect(spanishOffered).toMatchObject({
      name: "Español",
      share: expect.any(Number),
      version: expect.stringMatching(/^\w{8}$/),
    });
  });

  it("[CALL-69] have texts by area, to keep forever if the version is current", async () => {
    const { version } = offeredLanguages().find(({ code }) => code === "es") ?? { version: "" };
    const current = await api.call("GET", `/texts/es/app?version=${version}`);
    expect(current.body["app.logo"]).toEqual([textsOf(spanish).t("app.logo")]);
    expect(current.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await api.call("GET", "/texts/es/app?version=old")).headers.get("cache-control")).toBe("no-cache");
    const all = await api.call("GET", `/texts/es?version=${version}`);
    expect(all.body.app).toEqual(current.body);
    for (const area of ["mails", "_sources"]) expect(Object.keys(all.body)).not.toContain(area);
    expect((await api.call("GET", "/texts/en-XB/app")).body).toHaveProperty(["app.logo"]);
    expect((await api.call("GET", "/texts/es/mails")).body).toEqual({});
    expect((await api.call("GET", "/texts/es/unknown")).body).toEqual({});
  });

  it("[CALL-69] answers 404 for one that Cairn doesn't have, and for none", async () => {
    for (const path of ["/texts/tlh/app", "/texts/tlh", "/texts/..%2f..%2fpackage/app", "/texts/es/..%2fen"]) {
      expect((await api.call("GET", path)).status, path).toBe(404);
    }
  });

  it("[CALL-70] are kept on the account, once chosen", async () => {
    const path = "/adventurers/alice/language";
    expect((await api.call("GET", path, { as: "alice" })).body).toEqual({ language: null });
    expect((await api.call("PUT", path, { as: "alice", json: { language: "es" } })).body).toEqual({ language: "es" });
    expect((await api.call("GET", path, { as: "alice" })).body).toEqual({ language: "es" });
    expect((await api.call("PUT", path, { as: "alice", json: { language: "tlh" } })).status).toBe(404);
    expect((await api.call("PUT", path, { as: "alice", json: { language: "../de" } })).status).toBe(422);
    expect((await api.call("GET", path, { as: "alice" })).body).toEqual({ language: "es" });
  });

  it("are those of refusals", async () => {
    const answer = await api.call("GET", "/quests/999999", { headers: { "accept-language": "es-MX, en;q=0.5" } });
    expect(answer.body).toMatchObject({
      code: "quest_not_found",
      detail: textsOf(spanish).t("refusals.quest_not_found"),
    });
    expect(answer.headers.get("content-language")).toBe("es");
    expect(answer.headers.get("vary")).toContain("Accept-Language");
    const long = await api.call("GET", "/quests/999999", { headers: { "accept-language": "xx;q=0.1,".repeat(1_100) } });
    expect(long.headers.get("content-language")).toBe("en");
  });
});

describe("the languages of an installation", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cairn-languages-"));
    const write = async (path: string, content: unknown) => {
      await mkdir(join(folder, path, ".."), { recursive: true });
      const isRaw = typeof content === "string" || content instanceof Buffer;
      await writeFile(join(folder, path), isRaw ? content : JSON.stringify(content));
    };
    await write("it/app.json", {
      "app.findQuest": "Trova una ricerca",
      "app.document.title": "{page",
      "app.account.signedInAs": "Connesso come <script>{username}</script>",
      "app.asOf": "Al {time}",
      "app.loading": "",
      "app.unknown": "?",
      constructor: "?",
      ["x".repeat(10_000)]: "?",
    });
    await write("it/quests.json", {
      "quests.list.count": "{count, plural, many {# ricerche} other {# ricerche}}",
      "quests.list.countSoFar": "{count, plural, one {\u2067#+} many {#+} other {#+\u2069}}",
      "quests.title": "Ricerche\u0000",
      "quests.loading": "Un momento\u007f",
      "quests.near": "\u202eicinV",
      "quests.filters": "Filtri\u202c",
      "quests.showAs": "\u2067Mostra\u2066 come\u2069\u2069",
    });
    await write("it/stations.json", {
      "stations.way": "{distance} {direction, select, n {nord} other {altrove}}",
      "stations.more": "{count, plural, one {una}}",
      "stations.measured": "il {day, date, short}",
    });
    // An older translation, from before the message had marks.
    await write("it/components.json", { "components.wordsAndMoment": "{words} il {moment}" });
    await write("it/life.json", {
      "life.results.positions.rounded": "{degrees, number, ::.###}",
      "life.results.where.0.1": "x".repeat(20_001),
      "life.results.where.0.01": "\ud800",
    });
    await write("it/profile.json", { "profile.mails.address": "</strong>{address}<strong>" });
    await write("it/outbox.json", "{");
    await write("it/news.json", ["a"]);
    await write("it/charts.json", "null");
    await write("it/map.json", { "map.title": "x".repeat(1_000_000) });
    await write("it/own.json", Buffer.from(JSON.stringify({ "own.x": "è" }), "latin1"));
    await write("it/review.json", Buffer.from(JSON.stringify({ "review.x": "è" }), "utf16le"));
    await write("it/members.json", `\ufeff${JSON.stringify({ "members.title": "Squadra" })}`);
    await write("it/nowhere.json", { "app.findQuest": "Trova" });
    await write("it/results.json/inside", "");
    await promisify(execFile)("mkfifo", [join(folder, "it/reports.json")]);
    await symlink(join(folder, "it/lost.json"), join(folder, "it/rows.json"));
    await symlink(join(folder, "loop"), join(folder, "loop"));
    await write("elsewhere/app.json", { "app.findQuest": "Delta i undersökningen" });
    await rename(join(folder, "elsewhere"), join(folder, ".elsewhere"));
    await symlink(join(folder, ".elsewhere"), join(folder, "sv"));
    await write("es/app.json", { "app.findQuest": "Participar" });
    await write(".git/config", "");
    await write("not a language/app.json", {});
    await write("xx-nonsense-code/app.json", {});
  });
  afterAll(async () => {
    addLanguages(await mkdtemp(join(tmpdir(), "cairn-languages-")));
    await rm(folder, { recursive: true });
  });

  it("are served, but for what is wrong, which is named", async () => {
    const problems = addLanguages(folder).map(({ file, key, why, isUsed }) =>
      [file.replace(`${folder}/`, ""), key, why, isUsed && "used"].filter(Boolean).join(": "),
    );
    expect(problems.sort()).toEqual([
      "it/app.json: app.account.signedInAs: has </script> <script> script, but English has </strong> <strong> strong",
      "it/app.json: app.asOf: has {time}, but English has {moment}",
      "it/app.json: app.document.title: not ICU MessageFormat",
      "it/app.json: app.unknown: English has no such key",
      "it/app.json: constructor: English has no such key",
      `it/app.json: ${"x".repeat(300)}: English has no such key`,
      "it/charts.json: can't be read: not keys with messages",
      "it/components.json: components.wordsAndMoment: has no marks, but English has </name> </time> <name> <time> name time",
      expect.stringMatching(/^it\/life.json: life.results.positions.rounded: can't be shown: Value ::/),
      "it/life.json: life.results.where.0.01: has half a character",
      "it/life.json: life.results.where.0.1: longer than 20000 characters",
      "it/map.json: can't be read: too large",
      "it/news.json: can't be read: not keys with messages",
      "it/nowhere.json: English has no such file",
      expect.stringMatching(/^it\/outbox.json: can't be read: /),
      "it/own.json: can't be read: not in UTF-8",
      "it/profile.json: profile.mails.address: has a mark that isn't closed",
      "it/quests.json: quests.filters: changes the direction beyond its own words",
      "it/quests.json: quests.list.count: lacks the plural form one: used",
      "it/quests.json: quests.list.countSoFar: changes the direction beyond its own words",
      "it/quests.json: quests.loading: has a control character",
      "it/quests.json: quests.near: changes the direction beyond its own words",
      "it/quests.json: quests.title: has a control character",
      "it/reports.json: can't be read: not a file",
      "it/results.json: can't be read: not a file",
      "it/review.json: can't be read: not in UTF-8",
      expect.stringMatching(/^it\/rows.json: can't be read: ENOENT/),
      "it/stations.json: stations.measured: has {day, date}, but English has {day}",
      expect.stringMatching(/^it\/stations.json: stations.more: can't be shown: /),
      expect.stringMatching(/^it\/stations.json: stations.way: has {direction: n\|other} {distance}, but English has /),
      "not a language: is not the code of a language",
      "xx-nonsense-code: is not the code of a language",
    ]);
    const texts = textsOf(languageOf("it"));
    expect(texts.t("app.findQuest")).toBe("Trova una ricerca");
    expect(texts.t("app.loading")).toBe("Loading...");
    expect(texts.t("members.title")).toBe("Squadra");
    expect(texts.t("quests.title")).toBe("Quests");
    expect(texts.t("quests.near")).toBe("Near me");
    expect(texts.t("quests.showAs")).toContain("Mostra");
    const values = { words: "a", moment: "b" };
    expect(texts.parts("components.wordsAndMoment", values)).toEqual(
      textsOf(english).parts("components.wordsAndMoment", values),
    );
    expect(texts.t("quests.list.count", { count: 1_000_000 })).toBe("1.000.000 ricerche");
    expect(texts.t("stations.measured", { day: "May 1" })).toBe(
      textsOf(english).t("stations.measured", { day: "May 1" }),
    );
    expect(textsOf(languageOf("sv")).t("app.findQuest")).toBe("Delta i undersökningen");
    expect(offeredLanguages().find(({ code }) => code === "it")).toMatchObject({ name: "Italiano", share: 0 });
    expect(textsOf(spanish).t("app.findQuest")).toBe("Participar");
    expect(textsOf(spanish).t("app.logo")).not.toBe("Cairn, home");
  });

  it("with thousands of faults are told in a hundred lines and a count", async () => {
    const many = await mkdtemp(join(tmpdir(), "cairn-languages-"));
    await mkdir(join(many, "it"));
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, number) => [`app.${number}`, "?"]));
    await writeFile(join(many, "it/app.json"), JSON.stringify(unknown));
    const problems = addLanguages(many);
    await rm(many, { recursive: true });
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toEqual({ file: many, why: "4900 more are wrong" });
  });

  it("a folder that isn't there is a problem, and nothing else", () => {
    expect(addLanguages(join(folder, "none"))).toEqual([
      { file: join(folder, "none"), why: expect.stringContaining("can't be read") },
    ]);
    expect(offeredLanguages()[0]?.code).toBe("en");
  });
});
