import { describe, expect, it } from "vitest";
import { startTestApi, usingApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";

const api = usingApi();

const wish = (name: string) => ({
  organization_name: name,
  organization_email: "moss@example.org",
  reason: "We count mosses on walls.",
});
const ask = (name: string, as: string) => api.call("POST", "/organization-requests", { as, json: wish(name) });
const decide = (id: number, json: object, as = "admin") =>
  api.call("PUT", `/organization-requests/${id}/decision`, { as, json });

describe("an organization's public page", () => {
  it("[CALL-37] shows visitors what the owner wrote, and figures of public quests", async () => {
    const id = await makeOrganization(api, "Fern Friends");
    await makeMember(api, id, "olga", "owner");
    const open = await makeQuest(api, id);
    const draft = await makeQuest(api, id, { quest_status: "INACTIVE" });
    await join(api, "alice", open.id);
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(await makePhoto())], { type: "image/jpeg" }), "logo.jpg");
    const logo = (await api.call("POST", `/organizations/${id}/pictures`, { as: "olga", form })).body.id;
    const json = {
      organization_name: "Fern Friends",
      organization_email: "private@example.org",
      about: "We look after ferns.",
      web_site: "https://ferns.example/",
      contact: "hello@ferns.example",
      logo,
    };
    expect((await api.call("PUT", `/organizations/${id}`, { as: "olga", json })).status).toBe(200);
    const { status, body } = await api.call("GET", `/organizations/${id}`);
    const { organization_email, ...shown } = json;
    expect([status, body]).toEqual([
      200,
      { id, ...shown, quests: 1, participations: 1, data_points: 0, accepted_data_points: 0 },
    ]);
    const details = await api.call("GET", `/organizations/${id}/details`, { as: "olga" });
    expect(details.body).toEqual({ id, ...json });
    const quests = await api.call("GET", `/quests?organization_id=${id}`);
    expect(quests.body.map((quest: { id: number }) => quest.id)).toEqual([open.id]);
    expect(quests.body.map((quest: { id: number }) => quest.id)).not.toContain(draft.id);
    // A payload of the specification's fields alone changes no other.
    const spec = { organization_name: "Fern Friends", organization_email: "new@example.org" };
    await api.call("PUT", `/organizations/${id}`, { as: "admin", json: spec });
    expect((await api.call("GET", `/organizations/${id}`)).body.about).toBe(json.about);
  });

  it("refuses others' pictures as the logo, scripts as the web site, and unknown organizations", async () => {
    const id = await makeOrganization(api, "Moss Friends");
    const put = (changes: object) =>
      api.call("PUT", `/organizations/${id}`, {
        as: "admin",
        json: { organization_name: "Moss Friends", organization_email: "moss@example.org", ...changes },
      });
    const foreign = await put({ logo: "0b7b4ad4-8a6b-4a28-9d2c-1d4c4e3f9a10" });
    expect([foreign.status, foreign.body.info[0].path]).toEqual([422, "logo"]);
    expect((await put({ web_site: "javascript:alert(1)" })).status).toBe(422);
    expect((await api.call("GET", "/organizations/2000000000")).body.code).toBe("organization_not_found");
  });
});

describe("a request for an organization", () => {
  it("[CALL-37] waits for an administrator, whose approval makes the person its owner", async () => {
    const request = await ask("Lichen League", "lea");
    expect([request.status, request.body]).toMatchObject([201, { state: "pending", organization_id: null }]);
    expect((await api.call("GET", "/organization-requests", { as: "admin" })).body).toEqual([request.body]);
    const approved = await decide(request.body.id, { state: "approved", comment: "Welcome!" });
    expect(approved.body).toMatchObject({ state: "approved", comment: "Welcome!" });
    const id = approved.body.organization_id;
    expect((await api.call("GET", "/account/teams", { as: "lea" })).body).toEqual([
      { organization_id: id, organization_name: "Lichen League", role: "owner" },
    ]);
    expect((await api.call("GET", `/organizations/${id}/log`, { as: "lea" })).body).toMatchObject([
      { actor: "admin", as_administrator: true, action: "member_added", person: "lea", role: "owner" },
    ]);
    expect((await decide(request.body.id, { state: "declined" })).body.code).toBe("organization_request_decided");
    expect((await decide(2_000_000_000, { state: "declined" })).body.code).toBe("organization_request_not_found");
  });

  it("[CALL-45] is counted among what waits, for administrators only", async () => {
    const waiting = async (as: string) => (await api.call("GET", "/admin/waiting", { as })).body.organization_requests;
    const before = await waiting("admin");
    const { id } = (await ask("Waiting Wasps", "wes")).body;
    expect(await waiting("admin")).toBe(before + 1);
    await makeMember(api, await makeOrganization(api, "Counting Crows"), "cora", "owner");
    expect(await waiting("cora")).toBeUndefined();
    await decide(id, { state: "declined" });
    expect(await waiting("admin")).toBe(before);
  });

  it("stays open if its name is taken, and can be declined with a reason", async () => {
    await makeOrganization(api, "Bark Board");
    const { id } = (await ask("Bark board", "bea")).body;
    expect((await decide(id, { state: "approved" })).body.code).toBe("organization_name_taken");
    expect((await decide(id, { state: "declined", comment: "It exists." })).body.state).toBe("declined");
    expect((await api.call("GET", "/account/organization-requests", { as: "bea" })).body).toMatchObject([
      { id, state: "declined", comment: "It exists.", organization_id: null },
    ]);
    expect((await api.call("GET", "/account/teams", { as: "bea" })).body).toEqual([]);
  });

  it("is one of three a day at most, even if they are sent at once", async () => {
    await api.call("GET", "/account/teams", { as: "max" });
    const answers = await Promise.all([1, 2, 3, 4, 5].map((each) => ask(`Many ${each}`, "max")));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429]);
  });

  it.each([
    ["open", 201, { state: "approved" }],
    ["closed", 409, { code: "organization_requests_closed" }],
  ])("where organizations are %s", async (policy, status, body) => {
    const own = await startTestApi({ ORGANIZATIONS: policy });
    try {
      const answer = await own.call("POST", "/organization-requests", { as: "ola", json: wish("Open Owls") });
      expect([answer.status, answer.body]).toMatchObject([status, body]);
      const teams = (await own.call("GET", "/account/teams", { as: "ola" })).body;
      expect(teams.map(({ role }: { role: string }) => role)).toEqual(policy === "open" ? ["owner"] : []);
      expect((await own.call("GET", "/config")).body.organizations).toBe(policy);
    } finally {
      await own.close();
    }
  });
});
