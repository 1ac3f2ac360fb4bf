import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { makeMember, makeOrganization, makeQuest, questPayload, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import { textIn } from "../quest-texts/texts-of-quests.ts";

const api = usingApi();
let organizationId: number;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  await makeMember(api, organizationId, "carla", "coordinator");
});

const german = { quest_name: "Schilf zählen", quest_description: "Zähle Halme am Röhricht.", safety: "Gummistiefel!" };
const arabic = { quest_name: "عدّ القصب" };
const make = (changes: Partial<QuestFormInput> = {}) =>
  makeQuest(api, organizationId, { translations: { de: german, ar: arabic }, ...changes });
const read = async (id: number, language = "de") =>
  (await api.call("GET", `/quests/${id}`, { headers: { "accept-language": language } })).body;
const put = ({ id, locations }: Awaited<ReturnType<typeof make>>, changes: Record<string, unknown>) =>
  api.call("PUT", `/quests/${id}`, {
    as: "carla",
    json: { ...questPayload(organizationId, { locations }), ...changes },
  });
const history = async (id: number) => (await api.call("GET", `/quests/${id}/history`, { as: "carla" })).body;

describe("a quest in several languages", () => {
  it("[ENT-06] has its own fields in its own language whatever the reader's is, and the others beside", async () => {
    const written = { quest_name: "Count the reeds", safety: "Wear boots.\n\n  Really." };
    const { id } = await make(written);
    const quest = await read(id);
    expect(quest).toMatchObject({ ...written, language: "en", translations: { de: german, ar: arabic } });
    expect(quest).toEqual(await read(id, "ar"));
  });

  it("[ENT-06] stays as it is for programs that know no languages", async () => {
    const quest = await make({ language: "fr" });
    expect((await put(quest, { safety: "Ours." })).body).toMatchObject({
      safety: "Ours.",
      language: "fr",
      translations: { de: german, ar: arabic },
    });
    expect((await put(quest, { translations: { es: { safety: "Botas" } } })).body.translations).toEqual({
      es: { safety: "Botas" },
    });
  });

  it("[ENT-06] is English without a language, and keeps no empty texts", async () => {
    const quest = await make({
      translations: { de: { quest_name: "", safety: " ", equipment: null }, es: { quest_name: null, safety: "Botas" } },
    });
    expect(quest).toMatchObject({ language: "en", translations: { es: { safety: "Botas" } } });
    expect(Object.keys(quest.translations ?? {})).toEqual(["es"]);
  });

  it("[ENT-06] has only names in lists", async () => {
    const { id } = await make({ quest_name: "Only names of this one" });
    const { body } = await api.call("GET", "/quests?q=only%20names");
    expect(body).toMatchObject([{ id, language: "en" }]);
    expect(body[0].translations).toEqual({ de: { quest_name: german.quest_name }, ar: arabic });
  });

  it("[HOME-13] is found by any of its languages, without accents and in any case", async () => {
    const { id } = await make({ quest_name: "Quest for the search", safety: "x" });
    const found = async (q: string) =>
      (await api.call("GET", `/quests?q=${encodeURIComponent(q)}`)).body.some(
        (quest: { id: number }) => quest.id === id,
      );
    for (const words of ["schilf ZAHLEN", "rohricht", "عد القصب", "search"])
      expect([words, await found(words)]).toEqual([words, true]);
    await api.call("PUT", `/quests/${id}`, { as: "admin", json: questPayload(organizationId, { translations: {} }) });
    expect(await found("schilf")).toBe(false);
  });

  it("[CALL-38] has changes of translations in its history, and isn't overwritten unseen", async () => {
    const quest = await make();
    const { revision } = await read(quest.id);
    const changed = { translations: { de: { ...german, safety: "Leise sein." } }, seen_revision: revision };
    expect((await put(quest, changed)).status).toBe(200);
    expect((await history(quest.id))[0].changes).toEqual([
      { field: "translation", language: "ar", text: "quest_name", before: arabic.quest_name, after: null },
      { field: "translation", language: "de", text: "safety", before: german.safety, after: "Leise sein." },
    ]);
    expect(await put(quest, changed)).toMatchObject({ status: 409, body: { code: "quest_changed" } });
    expect((await put(quest, { language: "es" })).status).toBe(200);
    expect((await history(quest.id))[0].changes).toEqual([{ field: "language", before: "en", after: "es" }]);
  });
});

describe("the name of a quest in several languages", () => {
  it("[ENT-06] is beside it in news, on maps and in public results", async () => {
    const results = { visibility: "public", positions: "exact" } as const;
    const { id } = await make({ quest_name: "Named everywhere", results });
    const names = { language: "en", translations: { de: { quest_name: german.quest_name }, ar: arabic } };
    await api.call("POST", `/adventurers/nadia/quests/${id}/sign-up`, { as: "nadia" });
    await api.call("POST", `/quests/${id}/announcements`, {
      as: "carla",
      json: { title: "High water", text: "Stay on the dam.", to: "all" },
    });
    await vi.waitFor(async () =>
      expect((await api.call("GET", "/account/news", { as: "nadia" })).body).toMatchObject([names]),
    );
    expect((await api.call("GET", `/quests/${id}/results`)).body).toMatchObject(names);
    const around = "/quests/clusters?bbox=-180,-90,180,90&zoom=2&q=named+everywhere";
    expect((await api.call("GET", around)).body).toEqual([expect.objectContaining({ id, ...names })]);
    await api.upload("nadia", id, uploadForm(await makePhoto({ uniqueSeed: "named" })));
    expect((await api.call("GET", "/adventurers/nadia/places", { as: "nadia" })).body).toMatchObject([names]);
  });

  it("[ENT-06] is the reader's in what is written to them", async () => {
    const { id } = await make({ quest_name: "Written to", language: "pt" });
    const nameFor = async (language: string | null) => {
      const { rows } = await sql<{ name: string }>`
        SELECT ${textIn(sql`${language}`, "quest_name")} AS name FROM quests q WHERE q.id = ${id}`.execute(
        api.database.db,
      );
      return rows[0]?.name;
    };
    expect(await Promise.all(["de", "de-AT", "fr", "pt-BR", null].map(nameFor))).toEqual([
      german.quest_name,
      german.quest_name,
      "Written to",
      "Written to",
      "Written to",
    ]);
  });

  it("[ENT-06] is the reader's in the head of its page", async () => {
    const { id } = await make({ translations: { es: { quest_name: "Cuenta los juncos" } } });
    const head = async (language: string) =>
      (await fetch(`${api.origin}/quests/${id}`, { headers: { "accept-language": language } })).text();
    expect(await head("fr")).toContain("Bark of the mango trees");
    expect(await head("es")).toContain("Cuenta los juncos");
  });
});

describe("bad translations", () => {
  const long = (length: number) => "x".repeat(length);
  const full = { quest_description: long(10_000), equipment: long(10_000), safety: long(10_000) };
  const cases: [string, Record<string, unknown>, string][] = [
    ["no code", { translations: { German: german } }, "translations.German"],
    ["a code in another spelling", { translations: { "de-at": german } }, "translations.de-at"],
    ["a language that there isn't", { translations: { xx: german } }, "translations.xx"],
    ["an own language that there isn't", { language: "qq" }, "language"],
    ["a field that there isn't", { translations: { de: { title: "Schilf" } } }, "translations.de"],
    ["a field that isn't translated", { translations: { de: { quest_status: "COMPLETED" } } }, "translations.de"],
    ["a short name", { translations: { de: { quest_name: "ab" } } }, "translations.de.quest_name"],
    ["a long name", { translations: { de: { quest_name: long(121) } } }, "translations.de.quest_name"],
    ["a long text", { translations: { de: { safety: long(10_001) } } }, "translations.de.safety"],
    ["a number", { translations: { de: { safety: 5 } } }, "translations.de.safety"],
    ["a list", { translations: [german] }, "translations"],
    [
      "a megabyte",
      { translations: Object.fromEntries("ar bg ca cs da de el es fi fr".split(" ").map((code) => [code, full])) },
      "translations",
    ],
    [
      "too many languages",
      { translations: Object.fromEntries(Array.from("abcdefghijklmnopqrstu", (last) => [`qa${last}`, german])) },
      "translations",
    ],
  ];
  it.each(cases)("[ENT-06] with %s are refused, and nothing is saved", async (_, changes, path) => {
    const quest = await make();
    const { status, body } = await put(quest, changes);
    expect([status, body.code, body.info[0].path]).toEqual([422, "validation_failed", path]);
    expect((await read(quest.id)).translations).toEqual({ de: german, ar: arabic });
  });

  it("[ENT-06] in the quest's own language are refused, also when only one of them is sent", async () => {
    const quest = await make();
    for (const changes of [{ language: "de" }, { translations: { en: german } }]) {
      const { status, body } = await put(quest, changes);
      expect([status, body.code, body.detail]).toEqual([
        422,
        "validation_failed",
        expect.stringContaining("own language"),
      ]);
    }
  });

  it("[ENT-06] have names on one line that can't change the direction of what follows", async () => {
    const quest = await make({ translations: { he: { quest_name: "\u202e ספירת\n\u2066קנים\u200f! \u0007" } } });
    expect(quest.translations).toEqual({ he: { quest_name: "ספירת קנים\u200f!" } });
  });

  it("[ENT-06] have names that keep their no-break spaces, except around them", async () => {
    const quest = await make({
      translations: { fr: { quest_name: "\u00a0Le fond\u202f? \n Lacs\u00a0:  eau \u202f" } },
    });
    expect(quest.translations).toEqual({ fr: { quest_name: "Le fond\u202f? Lacs\u00a0: eau" } });
  });
});
