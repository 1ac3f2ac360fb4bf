import type { Quest, QuestFormInput } from "../src/contract/quests.ts";
import type { TeamRole } from "../src/contract/roles.ts";
import type { TestApi } from "./api.ts";

/** Inserts an organization into the database and returns its id. */
export async function makeOrganization(api: TestApi, name = "Department of Forest Ecology"): Promise<number> {
  const { id } = await api.database.db
    .insertInto("organizations")
    .values({ organization_name: name, organization_email: "ecology@example.org" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds somebody to an organization's team, as an administrator; they sign in first. */
export async function makeMember(
  api: TestApi,
  organizationId: number,
  username: string,
  role: TeamRole,
): Promise<void> {
  await api.call("GET", "/account/teams", { as: username });
  const json = { username, role };
  const { status, body } = await api.call("POST", `/organizations/${organizationId}/members`, { as: "admin", json });
  if (status !== 201) throw new Error(`could not add a member: ${status} ${JSON.stringify(body)}`);
}

export const placeInKauai = {
  locality: "Lihue",
  administrative_area: "Hawaii",
  postal_code: "96766",
  country: "United States",
  coordinates: [21.97, -159.37] as [number, number],
};

export function questPayload(organizationId: number, changes: Partial<QuestFormInput> = {}): QuestFormInput {
  return {
    quest_name: "Bark of the mango trees",
    quest_description: "Photograph the bark and measure the trunk.",
    quest_difficulty: 2,
    quest_status: "ACCEPTING_APPLICATIONS",
    quest_type: "TREES",
    locations: [placeInKauai],
    organization: { organization_id: organizationId },
    ...changes,
  };
}

/** Creates a quest through the administrators' call. */
export async function makeQuest(
  api: TestApi,
  organizationId: number,
  changes: Partial<QuestFormInput> = {},
): Promise<Quest> {
  const { status, body } = await api.call("POST", "/quests", {
    as: "admin",
    json: questPayload(organizationId, changes),
  });
  if (status !== 201) throw new Error(`could not make a quest: ${status} ${JSON.stringify(body)}`);
  return body as Quest;
}

export async function join(api: TestApi, username: string, questId: number): Promise<void> {
  const { status, body } = await api.call("POST", `/adventurers/${username}/quests/${questId}/sign-up`, {
    as: username,
  });
  if (status !== 200) throw new Error(`could not join: ${status} ${JSON.stringify(body)}`);
}

export type UploadForm = Record<string, string | undefined>;

/** A phone's upload; undefined fields are omitted. */
export function uploadForm(photo: Uint8Array | undefined, changes: UploadForm = {}): FormData {
  const form = new FormData();
  const fields: UploadForm = { tree_width: "87.5", latitude: "21.9701", longitude: "-159.3702", ...changes };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  if (photo) form.set("file", new Blob([new Uint8Array(photo)], { type: "image/jpeg" }), "photo.jpg");
  return form;
}
