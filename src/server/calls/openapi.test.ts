import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { calls } from "../../contract/all-calls.ts";
import { fieldKinds } from "../../protocol/field.ts";
import { makeOpenApiDocument } from "./openapi.ts";

type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  const?: string | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema | false;
  prefixItems?: JsonSchema[];
  patternProperties?: Record<string, JsonSchema>;
  "x-cairn"?: boolean;
};

let isMade = false;
const document = makeOpenApiDocument("https://cairn.example").finally(() => {
  isMade = true;
});
let turnsOfOthers = 0;
for (; !isMade; turnsOfOthers++) await nextTurn();
const { components, paths } = (await document) as unknown as {
  paths: Record<
    string,
    Record<
      string,
      {
        requestBody?: { content: Record<string, { schema: JsonSchema }> };
        responses: Record<string, { content?: Record<string, object> }>;
      }
    >
  >;
  components: { schemas: Record<string, JsonSchema> };
};

/** A schema as a type: `string | null`, `Quest[]`, `{ id: integer; note?: string }`. */
function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.replace("#/components/schemas/", "");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  if (typeof schema.const === "string") return schema.const;
  if (schema.enum) return schema.enum.join(" | ");
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
  if (schema.type === "array" && schema.items) return `${typeOf(schema.items)}[]`;
  if (schema.type === "object") {
    const fields = Object.entries(fieldsOf(schema)).map(([name, type]) => `${name}: ${type}`);
    return `{ ${fields.join("; ")} }`;
  }
  return String(schema.type);
}

/** Its fields and their types, a field that may be left out with a question mark. */
function fieldsOf({ properties = {}, required = [] }: JsonSchema): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [required.includes(name) ? name : `${name}?`, typeOf(schema)]),
  );
}

/** The fields of the specification, and separately those marked as additions. */
function entity(name: string): { specified: Record<string, string>; ours: Record<string, string> } {
  const schema = components.schemas[name] ?? {};
  const part = (isOurs: boolean) =>
    fieldsOf({
      ...schema,
      properties: Object.fromEntries(
        Object.entries(schema.properties ?? {}).filter(([, field]) => (field["x-cairn"] === true) === isOurs),
      ),
    });
  return { specified: part(false), ours: part(true) };
}

const questStatus = "INACTIVE | ACCEPTING_APPLICATIONS | IN_PROGRESS | DATA_PROCESSING | COMPLETED";
const questType = "UNCATEGORIZED | TREES | WATER | SOIL | AIR | HIKING | DIVING | PADDLING | BOATING";
const plantResult = "{ score: number; species: { scientificName: string; commonNames: string[] } }";

const location = {
  address_line1: "string | null",
  address_line2: "string | null",
  locality: "string",
  administrative_area: "string",
  postal_code: "string",
  coordinates: "[number, number]",
  country: "string",
};

const additionalData = `{ tree_width?: number; user_supplied_latitude?: number | null; user_supplied_longitude?: number | null; plant_id_data?: { bestMatch?: string; results?: ${plantResult}[]; error?: string } | null }`;
const dataPoint = {
  id: "string",
  data_url: "string | null",
  data_type: "string",
  coordinates: "string | null",
  adventurer_id: "string | null",
  quest_id: "integer | null",
  additional_data: `${additionalData} | null`,
  image_data_presigned_url: "string | null",
};

const review =
  "decision: accepted | denied | change_requested; comment: string | null; reviewed_by: string; reviewed_at: string";
const file =
  "{ key: string; kind: photo | audio | file; url: string; media_type: string; size_bytes: integer; sha256: string; seconds?: number; copy_failed_at?: string }";
const photo =
  "{ key: string; image_data_presigned_url: string; thumbnail_presigned_url: string; sha256: string; unreadable_at?: string }";
const codes =
  "same_photo | similar_photo | exif_far | exif_time | poor_accuracy | outside_places | far_from_station | too_close | out_of_range | outlier | late | no_device_position | impossible_travel | burst | dark | glare | blurred | finger";
const dataPointOfOurs = {
  thumbnail_presigned_url: "string | null",
  accuracy: "number | null",
  fixed_at: "string | null",
  position_source: "device | exif | map | manual",
  sha256: "string | null",
  created_at: "string",
  review: `{ ${review} } | null`,
  protocol_version: "integer | null",
  photos: `${photo}[]`,
  captured_at: "string | null",
  late: "boolean",
  edited_at: "string | null",
  "files?": `${file}[]`,
  "station?": "{ id: integer; code: string; name: string }",
  revision: "integer",
  "number?": "integer",
};
const place = "accuracy: number | null";
const sources = "device | exif | map | manual";

it("the document is made in small pieces, so that nobody waits for it", () => {
  expect(turnsOfOthers).toBeGreaterThan(100);
});

describe("the OpenAPI document", () => {
  it("[ENT-01][ENT-02][ENT-03] has the quest with its fields, types and nullability, and marks our additions", () => {
    expect(entity("Quest")).toEqual({
      specified: {
        id: "integer",
        quest_name: "string",
        quest_image: "string | null",
        organization_id: "integer",
        location_id: "integer",
        quest_description: "string | null",
        quest_difficulty: "integer",
        study_motivation: "string | null",
        training_requirement: "string | null",
        safety: "string | null",
        equipment: "string | null",
        quest_deadline: "string | null",
        adventurer_limit: "integer | null",
        quest_status: questStatus,
        quest_type: questType,
        locations: "QuestLocation[]",
        organization: "{ id: integer; organization_name: string }",
        quest_data: "QuestDataPoint[]",
      },
      ours: {
        adventurer_count: "integer",
        active_adventurer_count: "integer",
        "protocol?": "Protocol | null",
        protocol_version: "integer | null",
        target_count: "integer | null",
        "target_total?": "integer | null",
        "results?": "{ visibility: hidden | public; positions: exact | hidden | 0.001 | 0.01 | 0.1 | 1 }",
        "language?": "string",
        "translations?": "{  }",
        "accepted_total?": "integer | null",
        "revision?": "integer",
      },
    });
    expect(entity("QuestLocation")).toEqual({
      specified: { id: "integer", quest_id: "integer", ...location },
      ours: {},
    });
  });

  it("has every path of the contract once, in the order in which people know them", () => {
    const order = Object.keys(paths);
    expect(new Set(order)).toEqual(new Set(Object.values(calls).map(({ path }) => path)));
    const from = order.indexOf("/quests/{id}/history");
    expect(order.slice(from, from + 4)).toEqual([
      "/quests/{id}/history",
      "/quests/{id}/steps",
      "/quests/locations",
      "/quests/{id}/image",
    ]);
    expect(order.indexOf("/admin/settings")).toBe(order.indexOf("/admin/datasets/{id}/export") + 1);
  });

  it("[ENT-01] marks only additions that the ledger lists", async () => {
    const ledger = await readFile(new URL("../../../docs/requirements.md", import.meta.url), "utf8");
    const statement = ledger.split("\n").find((line) => line.startsWith("- ENT-01 "));
    const marked = Object.keys(components.schemas).flatMap((name) => Object.keys(entity(name).ours));
    expect(marked.length).toBeGreaterThan(0);
    for (const field of marked) expect(statement).toContain(`\`${field.replace("?", "")}\``);
  });

  it("[ENT-01] has organization, adventurer and adventurer quest", () => {
    expect(entity("Organization")).toEqual({
      specified: { id: "integer", organization_name: "string", organization_email: "string" },
      ours: {},
    });
    expect(entity("Adventurer")).toEqual({
      specified: { id: "string", bio: "string | null", profile_picture_url: "string | null" },
      ours: {},
    });
    expect(entity("AdventurerQuest")).toEqual({
      specified: { quest: "Quest", status: "string", quest_id: "integer" },
      ours: {
        data_point_count: "integer",
        "total_data_point_count?": "integer",
        "lesson?":
          "{ version: integer; cards: integer; passed_at?: string; asked?: never | before_first | after_denied }",
        "station_count?": "integer",
      },
    });
  });

  it("[ENT-01] has the data point, its additional data, the plant identification, and the sample", () => {
    expect(entity("QuestDataPoint")).toEqual({ specified: dataPoint, ours: dataPointOfOurs });
    expect(entity("SampleDetail")).toEqual({
      specified: {
        ...dataPoint,
        quest: "Quest",
        adventurer_quest: "{ adventurer_id: string; quest_id: integer; status: string; adventurer: Adventurer }",
      },
      ours: {
        ...dataPointOfOurs,
        reviews: `{ ${review}; revision: integer; undone_at: string | null; own_data_point?: boolean }[]`,
        exif_coordinates: "string | null",
        protocol: "Protocol | null",
        capture: `{ fixes: { latitude: number; longitude: number; ${place}; fixed_at: string | null; source: ${sources} }[]; captured_at_device: string | null; captured_at_place: string | null; clock_offset: number | null; spacing_reason: string | null; ended_at: string | null }`,
        changes: `{ changed_at: string; coordinates: string; ${place}; position_source: ${sources}; additional_data: ${additionalData} }[]`,
        evidence: `{ code: ${codes}; sentence: string; weight: number }[]`,
        score: "number",
        former_revisions: `{ revision: integer; created_at: string; coordinates: string; ${place}; position_source: ${sources}; captured_at: string | null; protocol_version: integer | null; additional_data: ${additionalData}; photos: ${photo}[]; files?: ${file}[] }[]`,
        messages:
          "{ id: integer; author: string; is_reviewer: boolean; text: string; revision: integer; written_at: string }[]",
        claim: "{ claimed_by: string; claimed_until: string } | null",
        "own_data_point?": "refused | marked",
        "lesson?":
          "{ passed: { version: integer; passed_at: string } | null; calibrations: { unit: string; count: integer; bias: number; spread: number | null }[] }",
      },
    });
  });

  it("describes protocols, and the parts of an upload that answer them", () => {
    const protocol = fieldsOf(components.schemas.Protocol ?? {});
    for (const kind of fieldKinds) expect(protocol.fields).toContain(`{ kind: ${kind}; key: string; label: string | `);
    expect(Object.keys(protocol)).toEqual([
      "version",
      "lists?",
      "fields",
      "target_count?",
      "spacing_meters?",
      "photo?",
      "plant_id?",
      "pages?",
    ]);
    const body = paths["/adventurers/{username}/quests/{id}/data/uploads"]?.post?.requestBody;
    const form = body?.content["multipart/form-data"]?.schema;
    expect(Object.keys(form?.properties ?? {})).toEqual(
      expect.arrayContaining([
        ...["measurements", "protocol_version", "file"],
        ...["captured_at", "clock_offset", "fixes", "spacing_reason"],
      ]),
    );
    expect(Object.keys(form?.patternProperties ?? {})).toContain(
      "^(photo|audio|file):(?:[A-Za-z_][A-Za-z0-9_-]*\\.(?:0|[1-9][0-9]{0,2})\\.){0,3}[A-Za-z_][A-Za-z0-9_-]*$",
    );
    expect(form?.required).not.toContain("file");
  });

  it("[ENT-01] describes both formats of the export of a dataset", () => {
    const answer = paths["/admin/datasets/{id}/export"]?.get?.responses["200"];
    expect(Object.keys(answer?.content ?? {})).toEqual(["text/csv", "application/geo+json"]);
  });

  it("[ENT-01] has the poor GPS report and the response of the plant identification", () => {
    expect(entity("PoorGpsReport")).toEqual({
      specified: {
        id: "integer",
        coordinates: "[number, number]",
        highAccuracySolved: "boolean",
        sameAsNative: "boolean",
        location: "string",
        details: "string | null",
      },
      ours: {},
    });
    expect(entity("PlantIdResponse")).toEqual({
      // Section 7: results and remaining requests, or error and message.
      specified: {
        results: `${plantResult}[]`,
        remainingIdentificationRequests: "integer",
        "error?": "boolean",
        "message?": "string",
      },
      ours: { "bestMatch?": "string" },
    });
  });

  it("[ENT-01] has the quest form's payload, with the nullability of the quest", () => {
    const { address_line1, address_line2, ...place } = location;
    const locations = Object.entries({
      "id?": "integer | null",
      "address_line1?": address_line1,
      "address_line2?": address_line2,
      ...place,
    });
    expect(entity("QuestChangePayload")).toEqual(entity("QuestFormPayload"));
    expect(entity("QuestFormPayload")).toEqual({
      specified: {
        quest_name: "string",
        "quest_description?": "string | null",
        "quest_difficulty?": "integer",
        "study_motivation?": "string | null",
        "training_requirement?": "string | null",
        "safety?": "string | null",
        "equipment?": "string | null",
        "quest_deadline?": "string | null",
        "adventurer_limit?": "integer | null",
        "quest_status?": questStatus,
        "quest_type?": questType,
        locations: `{ ${locations.map(([name, type]) => `${name}: ${type}`).join("; ")} }[]`,
        organization: "{ organization_id?: integer }",
        "deleted_locations?": "integer[]",
      },
      ours: {
        "protocol?": "ProtocolPayload | null",
        "target_total?": "integer | null",
        "seen_revision?": "integer",
        "results?": "{ visibility: hidden | public; positions: exact | hidden | 0.001 | 0.01 | 0.1 | 1 }",
        "language?": "string",
        "translations?": "{  }",
      },
    });
  });
});
