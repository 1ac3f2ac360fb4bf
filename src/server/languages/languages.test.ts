import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { offeredLanguages } from "../../texts/installed-languages.ts";
import { languageOf } from "../../texts/languages.ts";
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
      await writeFile(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
    };
    await write("it/app.json", {
      "app.findQuest": "Trova una ricerca",
      "app.document.title": "{page",
      "app.account.signedInAs": "Connesso come <script>{username}</script>",
      "app.asOf": "Al {time}",
      "app.loading": "",
      "app.unknown": "?",
      constructor: "?",
    });
    await write("it/quests.json", { "quests.list.count": "{count, plural, many {# ricerche} other {# ricerche}}" });
    await write("it/stations.json", { "stations.way": "{distance} {direction, select, n {nord} other {altrove}}" });
    await write("it/outbox.json", "{");
    await write("it/news.json", ["a"]);
    await write("it/map.json", { "map.title": "x".repeat(1_000_000) });
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
    const problems = addLanguages(folder).map((problem) => problem.replace(`${folder}/`, ""));
    expect(problems.sort()).toEqual([
      "it/app.json: app.account.signedInAs: has </script> <script> script, but English has </strong> <strong> strong",
      "it/app.json: app.asOf: has {time}, but English has {moment}",
      "it/app.json: app.document.title: not ICU MessageFormat",
      "it/app.json: app.unknown: English has no such key",
      "it/app.json: constructor: English has no such key",
      "it/map.json can't be read: too large",
      "it/news.json can't be read: not keys with messages",
      expect.stringMatching(/^it\/outbox.json can't be read: /),
      "it/quests.json: quests.list.count: lacks the plural form one",
      expect.stringMatching(/^it\/stations.json: stations.way: has {direction: n\|other} {distance}, but English has /),
      "not a language is not the code of a language",
      "xx-nonsense-code is not the code of a language",
    ]);
    const texts = textsOf(languageOf("it"));
    expect(texts.t("app.findQuest")).toBe("Trova una ricerca");
    expect(texts.t("app.loading")).toBe("Loading...");
    expect(texts.t("quests.list.count", { count: 1_000_000 })).toBe("1.000.000 ricerche");
    expect(offeredLanguages().find(({ code }) => code === "it")).toMatchObject({ name: "Italiano", share: 0 });
    expect(textsOf(spanish).t("app.findQuest")).toBe("Participar");
    expect(textsOf(spanish).t("app.logo")).not.toBe("Cairn, home");
  });

  it("a folder that isn't there is a problem, and nothing else", () => {
    expect(addLanguages(join(folder, "none"))).toEqual([expect.stringContaining("can't be read")]);
    expect(offeredLanguages()[0]?.code).toBe("en");
  });
});
