// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, questPayload, uploadForm } from "../../../test/factories.ts";
import type { QuestFormInput } from "../../contract/quests.ts";

const api = usingApi();
let organizationId: number;
let listId: number;

const csv = "code,label,people,capital\nn,North,1200,t\ns,South,40,\nt,Town,,\n";
const formOf = (text: string) => {
  const form = new FormData();
  form.append("file", new Blob([text]), "regions.csv");
  return form;
};
const faultsOf = ({ body }: { body: { info?: { path: string; message: string }[] } }) =>
  (body.info ?? []).map(({ path, message }) => [path, message]);

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  const { body } = await api.call("POST", `/organizations/${organizationId}/lists`, { as: "admin", form: formOf(csv) });
  listId = body.id;
});

const fieldsOf = (expression: string) => [
  { key: "region", kind: "text", label: "Region" },
  { key: "place", kind: "choice", label: "Place", list: { id: listId } },
  { key: "people", kind: "calculated", label: "People", expression },
  { key: "capital", kind: "calculated", label: "Capital", expression: "lookup('regions', 'capital', ${region})" },
  { key: "capital_name", kind: "calculated", label: "Name", expression: "lookup('regions', 'label', ${capital})" },
  { key: "market", kind: "yes_no", label: "Market?", shown_when: { expression: "${people} > 1000" } },
  { key: "of_place", kind: "calculated", label: "There", expression: "attribute(${place}, 'people')" },
];
const people = "number(lookup('regions', 'people', ${region}))";
const payloadOf = (expression = people, id = listId) =>
  questPayload(organizationId, {
    protocol: {
      photo: { required: false },
      lists: [{ name: "regions", id }],
      fields: fieldsOf(expression),
    } as unknown as QuestFormInput["protocol"],
  });
const create = (...payload: Parameters<typeof payloadOf>) =>
  api.call("POST", "/quests", { as: "admin", json: payloadOf(...payload) });

async function joinedQuest(): Promise<number> {
  const { id } = await makeQuest(api, organizationId, payloadOf());
  await join(api, "alice", id);
  return id;
}
const upload = (questId: number, measurements: object) =>
  api.upload(
    "alice",
    questId,
    uploadForm(undefined, { measurements: JSON.stringify(measurements), tree_width: undefined }),
  );

describe("a protocol that looks things up in a list", () => {
  it("keeps the newest version of when it was saved", async () => {
    const { body } = await create();
    expect(body.protocol.lists).toEqual([{ name: "regions", id: listId, version: 1 }]);
  });

  it("is refused at its place for an unknown list or column", async () => {
    expect(faultsOf(await create(people, 999_999))).toEqual([
      ["protocol.lists.0.id", "This organization has no such list"],
    ]);
    expect(faultsOf(await create("number(lookup('regions', 'area', ${region}))"))).toEqual([
      [
        "protocol.fields.2.expression",
        "Character 26: the list “regions” has no column “area”. Write its name in quotation marks",
      ],
    ]);
    expect(faultsOf(await create("number(attribute(${place}, 'area'))"))).toEqual([
      [
        "protocol.fields.2.expression",
        "Character 28: the options of place have no attribute “area”. Write its name in quotation marks",
      ],
    ]);
  });

  it("is worked out by the server: a missing result is added, another one refused", async () => {
    const questId = await joinedQuest();
    const sent = await upload(questId, { region: "n", place: "s", market: true });
    expect([sent.status, sent.body.additional_data]).toMatchObject([
      201,
      { people: 1200, capital: "t", capital_name: "Town", market: true, of_place: "40" },
    ]);
    expect((await upload(questId, { region: "n", people: 1200, capital: "t" })).status).toBe(201);
    const another = "This value is calculated, and the result is another one";
    expect(faultsOf(await upload(questId, { region: "n", people: 1300, capital_name: "North" }))).toEqual([
      ["measurements.people", another],
      ["measurements.capital_name", another],
    ]);
    expect(faultsOf(await upload(questId, { region: "s", market: true }))).toEqual([
      ["measurements.market", expect.any(String)],
    ]);
    expect((await upload(questId, { region: "no\u0000thing" })).status).toBe(422);
  });

  it("is worked out again when a data point is edited or revised", async () => {
    const questId = await joinedQuest();
    const { body } = await upload(questId, { region: "n" });
    const edited = await api.call("PUT", `/adventurers/alice/quests/${questId}/data/${body.id}`, {
      as: "alice",
      json: { measurements: { region: "s" } },
    });
    expect(edited.body.additional_data).toMatchObject({ region: "s", people: 40 });
    expect(edited.body.additional_data.capital).toBeUndefined();
    await api.call("PUT", `/quest_data/${body.id}/review`, {
      as: "admin",
      json: { decision: "change_requested", comment: "Which one?" },
    });
    const form = new FormData();
    form.set("measurements", JSON.stringify({ region: "n" }));
    const revised = await api.call("POST", `/quest_data/${body.id}/revisions`, { as: "alice", form });
    expect(revised.body.additional_data).toMatchObject({ people: 1200, capital_name: "Town" });
  });
});
