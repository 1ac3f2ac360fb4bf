// biome-ignore-all lint/suspicious/noTemplateCurlyInString: filters refer to answers with them
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, questPayload, uploadForm } from "../../../test/factories.ts";
import type { QuestFormInput } from "../../contract/quests.ts";

const api = usingApi();
let organizationId: number;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
});

const birds = [
  "taxonID,scientificName,taxonRank,vernacularName,vernacularName::de,region",
  "gbif:1,Turdus merula,species,Blackbird,Amsel,north",
  "gbif:2,Erithacus rubecula,species,Robin,Rotkehlchen,south",
  "gbif:3,Parus major,species,Great tit,Kohlmeise,north",
].join("\n");

function formOf(csv: string): FormData {
  const form = new FormData();
  form.append("file", new Blob([csv]), "birds.csv");
  return form;
}
async function makeList(csv = birds, organization = organizationId): Promise<number> {
  const { status, body } = await api.call("POST", `/organizations/${organization}/lists`, {
    as: "admin",
    form: formOf(csv),
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}
const renew = (id: number, csv: string) =>
  api.call("POST", `/lists/${id}/versions`, { as: "admin", form: formOf(csv) });

type List = { id: number; version?: number; filter?: string };
const protocolOf = (list: List, kind = "choice") => ({
  photo: { required: false },
  fields: [
    { key: "region", kind: "text", label: "Region" },
    { key: "bird", kind, label: "Bird", list },
  ],
});
const payloadOf = (list: List, organization = organizationId, kind = "choice") =>
  questPayload(organization, { protocol: protocolOf(list, kind) as unknown as QuestFormInput["protocol"] });
const create = (list: List, organization = organizationId) =>
  api.call("POST", "/quests", { as: "admin", json: payloadOf(list, organization) });

async function joinedQuest(list: List, kind = "choice"): Promise<number> {
  const { id } = await makeQuest(api, organizationId, payloadOf(list, organizationId, kind));
  await join(api, "alice", id);
  return id;
}
const upload = (questId: number, measurements: object) =>
  api.upload(
    "alice",
    questId,
    uploadForm(undefined, { measurements: JSON.stringify(measurements), tree_width: undefined }),
  );
const faultsOf = ({ body }: { body: { info?: { path: string; message: string }[] } }) =>
  (body.info ?? []).map(({ path, message }) => [path, message]);

describe("a field with a list", () => {
  it("keeps the newest version of when the protocol was saved", async () => {
    const id = await makeList();
    const quest = (await create({ id })).body;
    expect(quest.protocol.fields[1]).toEqual({
      key: "bird",
      kind: "choice",
      label: "Bird",
      options: [],
      list: { id, version: 1 },
    });
    await renew(id, "code,label\nx,X\n");
    const asRead = { ...payloadOf({ id }), protocol: quest.protocol };
    const saved = (await api.call("PUT", `/quests/${quest.id}`, { as: "admin", json: asRead })).body;
    expect([saved.protocol.version, saved.protocol.fields[1].list]).toEqual([1, { id, version: 1 }]);
    const renewed = (await api.call("PUT", `/quests/${quest.id}`, { as: "admin", json: payloadOf({ id }) })).body;
    expect([renewed.protocol.version, renewed.protocol.fields[1].list]).toEqual([2, { id, version: 2 }]);
  });

  it("is refused at its place for an unknown list, another organization's, an unknown version or column", async () => {
    const id = await makeList();
    const other = await makeOrganization(api, "Another department");
    const unknown = "This organization has no such list";
    expect(faultsOf(await create({ id: 999_999 }))).toEqual([["protocol.fields.1.list.id", unknown]]);
    expect(faultsOf(await create({ id }, other))).toEqual([["protocol.fields.1.list.id", unknown]]);
    expect(faultsOf(await create({ id, version: 7 }))).toEqual([
      ["protocol.fields.1.list.version", "This list has no such version"],
    ]);
    expect(faultsOf(await create({ id, filter: "place = ${region}" }))).toEqual([
      ["protocol.fields.1.list.filter", "Character 1: the choices have no column place"],
    ]);
    expect(faultsOf(await create({ id, filter: "region = ${where}" }))).toEqual([
      ["protocol.fields.1.list.filter", "Character 10: there is no field where that can be used here"],
    ]);
    expect((await create({ id, filter: "region = ${region} and taxonRank = 'species'" })).status).toBe(201);
  });

  it("has options or a list", async () => {
    const id = await makeList();
    const refusalOf = async (field: object) => {
      const protocol = { fields: [{ key: "bird", kind: "choice", label: "Bird", ...field }] };
      const json = questPayload(organizationId, { protocol: protocol as unknown as QuestFormInput["protocol"] });
      return faultsOf(await api.call("POST", "/quests", { as: "admin", json }));
    };
    const options = [{ value: "a", label: "A" }];
    expect(await refusalOf({ options, list: { id } })).toEqual([
      ["protocol.fields.0.options", "Choices come either from options or from a list"],
    ]);
    expect(await refusalOf({})).toEqual([["protocol.fields.0.options", "Add options, or choose a list"]]);
  });

  it("takes only codes of its version that its filter offers, and keeps their labels and taxa", async () => {
    const id = await makeList();
    const questId = await joinedQuest({ id, filter: "region = ${region}" });
    await renew(id, "code,label\nx,X\n");
    const refusal = async (measurements: object) => faultsOf(await upload(questId, measurements));
    expect(await refusal({ region: "north", bird: "x" })).toEqual([["measurements.bird", "“x” isn't on the list"]]);
    expect(await refusal({ region: "north", bird: "gbif:2" })).toEqual([
      ["measurements.bird", "“gbif:2” doesn't fit the other answers"],
    ]);
    const sent = await upload(questId, { region: "north", bird: "gbif:1" });
    expect(sent.body.additional_data).toEqual({
      region: "north",
      bird: "gbif:1",
      list_items: {
        bird: {
          "gbif:1": {
            label: { en: "Blackbird", de: "Amsel" },
            taxon: { id: "gbif:1", scientific_name: "Turdus merula", rank: "species" },
          },
        },
      },
    });
    const edit = (measurements: object) =>
      api.call("PUT", `/adventurers/alice/quests/${questId}/data/${sent.body.id}`, {
        as: "alice",
        json: { measurements },
      });
    expect(faultsOf(await edit({ region: "south", bird: "gbif:1" }))).toEqual([
      ["measurements.bird", "“gbif:1” doesn't fit the other answers"],
    ]);
    const edited = await edit({ region: "north", bird: "gbif:3" });
    expect(edited.body.additional_data.list_items.bird).toEqual({ "gbif:3": expect.anything() });
    await api.call("PUT", `/quest_data/${sent.body.id}/review`, {
      as: "admin",
      json: { decision: "change_requested", comment: "Which one?" },
    });
    const revise = (measurements: object) => {
      const form = new FormData();
      form.set("measurements", JSON.stringify(measurements));
      return api.call("POST", `/quest_data/${sent.body.id}/revisions`, { as: "alice", form });
    };
    expect(faultsOf(await revise({ bird: "gbif:9" }))).toEqual([["measurements.bird", "“gbif:9” isn't on the list"]]);
    const revised = await revise({ region: "south", bird: "gbif:2" });
    expect(revised.body.additional_data).toMatchObject({
      bird: "gbif:2",
      list_items: { bird: { "gbif:2": { label: { en: "Robin", de: "Rotkehlchen" } } } },
    });
    const { body: samples } = await api.call("GET", `/admin/samples?quest_id=${questId}`, { as: "admin" });
    expect(samples.find((each: { id: string }) => each.id === sent.body.id).measurements).toEqual([
      { name: "region", label: "Region", kind: "text", value: "south", unit: null },
      { name: "bird", label: "Bird", kind: "choice", value: "Robin", unit: null },
    ]);
  });

  it("is exported with values, labels and the terms of Darwin Core, which the dictionary explains", async () => {
    const id = await makeList();
    const questId = await joinedQuest({ id }, "choices");
    const sent = await upload(questId, { bird: ["gbif:1", "gbif:2"] });
    await api.call("PUT", `/quest_data/${sent.body.id}/review`, {
      as: "admin",
      json: { decision: "accepted", comment: "" },
    });
    const read = async (format: string) =>
      (await api.call("GET", `/admin/datasets/${questId}/export?format=${format}`, { as: "admin" })).body;
    const [feature] = (await read("geojson")).features;
    expect(feature.properties).toMatchObject({
      bird: "gbif:1;gbif:2",
      bird_label: "Blackbird; Robin",
      bird_taxonID: "gbif:1; gbif:2",
      bird_scientificName: "Turdus merula; Erithacus rubecula",
      bird_taxonRank: "species; species",
    });
    const dictionary = await read("dictionary");
    expect(dictionary).toContain(`bird,Bird,choices,,,"list ${id}, version 1"`);
    expect(dictionary).toContain("http://rs.tdwg.org/dwc/terms/scientificName");
  });
});

describe("a field with options and a filter", () => {
  const cascade = {
    photo: { required: false },
    fields: [
      {
        key: "region",
        kind: "choice",
        label: "Region",
        options: [
          { value: "n", label: "North" },
          { value: "s", label: "South" },
        ],
      },
      {
        key: "village",
        kind: "choice",
        label: "Village",
        filter: "region = ${region}",
        options: [
          { value: "a", label: "Aby", attributes: { region: "n" } },
          { value: "b", label: "Bly", attributes: { region: "s" } },
        ],
      },
    ],
  };

  it("takes what fits the earlier answers", async () => {
    const { id } = await makeQuest(api, organizationId, { protocol: cascade as unknown as QuestFormInput["protocol"] });
    await join(api, "alice", id);
    expect((await upload(id, { region: "n", village: "a" })).status).toBe(201);
    expect(faultsOf(await upload(id, { region: "n", village: "b" }))).toEqual([
      ["measurements.village", "“b” doesn't fit the other answers"],
    ]);
  });

  it("says what is wrong with a filter", async () => {
    const [region, village] = cascade.fields;
    const protocol = { fields: [region, { ...village, filter: "district = ${region}" }] };
    const json = questPayload(organizationId, { protocol: protocol as unknown as QuestFormInput["protocol"] });
    expect(faultsOf(await api.call("POST", "/quests", { as: "admin", json }))).toEqual([
      ["protocol.fields.1.filter", "Character 1: the choices have no column district"],
    ]);
  });
});
