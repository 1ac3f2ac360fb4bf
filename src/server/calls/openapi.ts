import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { addedFields } from "../../contract/added-fields.ts";
import { calls } from "../../contract/all-calls.ts";
import type { Call } from "../../contract/call.ts";
import { questDataPointSchema } from "../../contract/data-points.ts";
import { httpStatusOf } from "../../contract/errors.ts";
import { plantIdResponseSchema, poorGpsReportSchema } from "../../contract/field-tests.ts";
import { organizationSchema } from "../../contract/organizations.ts";
import { adventurerQuestSchema } from "../../contract/participations.ts";
import { adventurerSchema } from "../../contract/people.ts";
import {
  questChangePayloadSchema,
  questFormPayloadSchema,
  questLocationSchema,
  questSchema,
} from "../../contract/quests.ts";
import { type TeamRole, teamRoles } from "../../contract/roles.ts";
import { sampleDetailSchema } from "../../contract/samples.ts";
import { fileKinds } from "../../protocol/field.ts";
import { pathSource } from "../../protocol/places.ts";
import { protocolSchema, writtenProtocolSchema } from "../../protocol/protocol-schema.ts";

/** The named schemas of the document; all others are inline. */
const namedSchemas = {
  Quest: questSchema,
  QuestLocation: questLocationSchema,
  Organization: organizationSchema,
  Adventurer: adventurerSchema,
  AdventurerQuest: adventurerQuestSchema,
  QuestDataPoint: questDataPointSchema,
  SampleDetail: sampleDetailSchema,
  PoorGpsReport: poorGpsReportSchema,
  PlantIdResponse: plantIdResponseSchema,
  QuestFormPayload: questFormPayloadSchema,
  QuestChangePayload: questChangePayloadSchema,
  Protocol: writtenProtocolSchema,
  ProtocolPayload: protocolSchema,
};

type ApiPath = (typeof calls)[keyof typeof calls]["path"];

/**
 * Paths by the one that they follow. They stand where they did before their noun had all its calls in one place, because
 * people compare the documents of two versions line by line.
 */
const pathBefore: { [Path in ApiPath]?: ApiPath } = {
  "/quests/{id}/steps": "/quests/{id}/history",
  "/quests/locations": "/quests/{id}/steps",
  "/quests/{id}/image": "/quests/locations",
  "/covers/{id}": "/protocols/xlsform",
  "/organizations": "/admin/places",
  "/quest_data/{id}/recheck": "/quest_data/reviews/undo",
  "/quest_data/{id}/revisions": "/admin/review-figures",
  "/quest_data/{id}/messages": "/quest_data/{id}/revisions",
  "/account/news/seen": "/account/push-subscriptions",
  "/quest_data/{id}/review": "/account/news/seen",
  "/admin/applications": "/sounds/{id}",
  "/admin/settings": "/admin/datasets/{id}/export",
};

type JsonSchema = Record<string, unknown>;

const ofTeams = Object.fromEntries(
  teamRoles.map((role) => [
    role,
    `Members of the group \`admins\`, and people who are ${role} or more of the organization, as members of its team or by a group of the identity provider.`,
  ]),
) as Record<TeamRole, string>;

const accessInWords: Record<Call["access"], string> = {
  visitor: "Anybody.",
  signed_in: "Signed-in users for their own data; administrators for all data.",
  self: "The volunteer with this username.",
  admin: "Members of the group `admins`.",
  self_or_owner: "The member with this username, owners of the organization, and members of the group `admins`.",
  ...ofTeams,
  feature_tester: "Members of the group `feature_testers`.",
  feature_tester_or_admin: "Members of the groups `feature_testers` or `admins`.",
  signed_address: "Anyone with the signed URL, until it expires.",
};

const bearerInWords =
  "An access token of the identity provider (a JWT), or a personal token (`cairn_…`). A personal token has its owner's roles in teams, but no groups; with the scope `read` it can only make GET requests, and it can neither manage personal tokens nor export or erase the account's data.";

export function serveOpenApiDocument(app: FastifyInstance, publicUrl: string): void {
  let document: Promise<string> | undefined;
  app.get("/openapi.json", async (_request, reply) => {
    document ??= makeOpenApiDocument(publicUrl).then((made) => JSON.stringify(made));
    return reply.type("application/json; charset=utf-8").send(await document);
  });
}

/** Takes more than a second of work, with pauses for others. */
export async function makeOpenApiDocument(publicUrl: string): Promise<JsonSchema> {
  const components: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(namedSchemas)) {
    await nextTurn();
    components[name] = markOurs(name, toJsonSchema(schema, name.endsWith("Payload") ? "input" : "output", schema));
  }
  components.Error = {
    type: "object",
    required: ["code", "detail"],
    properties: {
      code: { type: "string", enum: Object.keys(httpStatusOf) },
      detail: { type: "string", description: "The problem, in words." },
      info: {
        type: "array",
        description: "The problems, by field.",
        items: {
          type: "object",
          required: ["path", "message"],
          properties: { path: { type: "string" }, message: { type: "string" } },
        },
      },
    },
  };
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    const operations = paths[call.path] ?? {};
    paths[call.path] = operations;
    await nextTurn();
    operations[call.method.toLowerCase()] = describeCall(name, call);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Cairn",
      version: "1",
      description: "Volunteer field science: quests and their data points.",
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths: inOrder(paths),
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: "http", scheme: "bearer", description: bearerInWords } },
    },
  };
}

function inOrder<Operations>(paths: Record<string, Operations>): Record<string, Operations> {
  const order = Object.keys(paths).filter((path) => !(path in pathBefore));
  for (const [path, before] of Object.entries(pathBefore)) order.splice(order.indexOf(before) + 1, 0, path);
  return Object.fromEntries(order.map((path) => [path, paths[path] as Operations]));
}

function describeCall(name: string, call: Call): JsonSchema {
  const isOpen = call.access === "visitor" || call.access === "signed_address";
  return {
    operationId: name,
    summary: call.summary,
    description: `Who may: ${accessInWords[call.access]}`,
    security: isOpen ? [] : [{ bearer: [] }],
    parameters: [...describeParameters(call, "path"), ...describeParameters(call, "query")],
    ...(call.body ? { requestBody: describeBody(call) } : {}),
    responses: {
      [String(call.status ?? (call.response || call.produces ? 200 : 204))]: describeAnswer(call),
      default: {
        description: "A refusal.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

function describeParameters(call: Call, place: "path" | "query"): JsonSchema[] {
  const schema = place === "path" ? call.params : call.query;
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function describeBody(call: Call): JsonSchema {
  const schema = toJsonSchema(call.body as Call["body"] & object, "input");
  if (!call.multipart) return { required: true, content: { "application/json": { schema } } };
  const form = schema as { properties: JsonSchema; required?: string[] };
  const file = { type: "string", format: "binary", description: call.multipart.holds ?? "JPEG, PNG, WebP or HEIC." };
  return {
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          ...form,
          properties: { ...form.properties, [call.multipart.file]: file },
          ...(call.multipart.filesOfFields
            ? {
                patternProperties: {
                  [`^(${fileKinds.join("|")}):${pathSource}$`]: {
                    ...file,
                    description:
                      "The photo or other file of the field with this key; in a row, with this path, such as `birds.0.picture`. `audio:` is a recording of at most five minutes (Opus in WebM or Ogg, AAC in MP4), `file:` a PDF of at most 10 MB.",
                  },
                  [`^upload:${pathSource}$`]: {
                    type: "string",
                    format: "uuid",
                    description: "Instead of this part, the id of a resumable upload; `upload:file` instead of `file`.",
                  },
                  [`^sha256:${pathSource}$`]: { type: "string", description: "Of this file, in hexadecimal." },
                },
              }
            : {}),
          required: [...(form.required ?? []), ...(call.multipart.filesOfFields ? [] : [call.multipart.file])],
        },
      },
    },
  };
}

function describeAnswer(call: Call): JsonSchema {
  if (call.produces) {
    const kinds = typeof call.produces === "string" ? [call.produces] : call.produces;
    return { description: "The bytes.", content: Object.fromEntries(kinds.map((kind) => [kind, {}])) };
  }
  if (!call.response) return { description: "Done." };
  return {
    description: "The answer.",
    content: { "application/json": { schema: toJsonSchema(call.response, "output") } },
  };
}

/** Marks fields that the specification's entity of this name doesn't have. */
function markOurs(name: string, schema: JsonSchema): JsonSchema {
  const properties = schema.properties as Record<string, JsonSchema>;
  for (const field of addedFields[name] ?? []) properties[field] = { ...properties[field], "x-cairn": true };
  return schema;
}

/** Converts a schema; named ones become references, except `root` itself. */
function toJsonSchema(schema: z.core.$ZodType, io: "input" | "output", root?: z.core.$ZodType): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    reused: "inline",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === root) return;
      const name = Object.entries(namedSchemas).find(([, named]) => (named as unknown) === zodSchema)?.[0];
      if (!name) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
      jsonSchema.$ref = `#/components/schemas/${name}`;
    },
  }) as JsonSchema;
  delete json.$schema;
  return json;
}
