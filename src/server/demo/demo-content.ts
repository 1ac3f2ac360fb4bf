import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { reviewDecisions } from "../../contract/enums.ts";
import { plantIdDataSchema, poorGpsReportPayloadSchema } from "../../contract/field-tests.ts";
import { organizationPayloadSchema } from "../../contract/organizations.ts";
import { questFormPayloadSchema } from "../../contract/quests.ts";
import { reviewPayloadSchema } from "../../contract/reviews.ts";
import { latitudeSchema, longitudeSchema } from "../../contract/scalars.ts";
import { stationPayloadSchema } from "../../contract/stations.ts";
import { protocolSchema } from "../../protocol/protocol-schema.ts";

/** `demo/` of the project; the build copies it to `dist/demo/`. */
const folder = new URL(import.meta.url.endsWith(".ts") ? "../../../demo/" : "../demo/", import.meta.url);

/** Days before the demo is created. */
const days = z.number().check(z.minimum(0));

const questSchema = z.strictObject({
  ...z.omit(questFormPayloadSchema, { organization: true, quest_deadline: true, protocol: true }).shape,
  /** A key of `organizations.json`. */
  organization: z.string(),
  /** Negative for a past deadline. */
  deadline_in_days: z.nullable(z.int()),
});

const measurementsSchema = z.record(
  z.string(),
  z.union([z.number(), z.string(), z.boolean(), z.array(z.string()), z.strictObject({ days_ago: days })]),
);

const sampleSchema = z.strictObject({
  days_ago: days,
  /** Set if it was uploaded after its volunteer completed the quest. */
  arrived_days_ago: z.optional(days),
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  /** Metres. */
  accuracy: z.number(),
  /** The code of a station. */
  station: z.optional(z.string()),
  protocol_version: z.optional(z.int()),
  measurements: measurementsSchema,
  /** A file in the same folder. */
  photo: z.string(),
  /** Files by the key of their field. */
  field_photos: z.optional(z.record(z.string(), z.string())),
  plant_id_data: z.optional(plantIdDataSchema),
  review: z.optional(
    z.strictObject({
      decision: z.enum(reviewDecisions),
      comment: z.optional(reviewPayloadSchema.shape.comment),
      message: z.optional(z.string()),
    }),
  ),
  answer: z.optional(z.strictObject({ photo: z.string(), measurements: measurementsSchema, message: z.string() })),
});
export type DemoSample = z.infer<typeof sampleSchema>;

const participationsSchema = z.array(
  z.strictObject({
    username: z.string(),
    joined_days_ago: days,
    /** Absent: still collecting. */
    completed_days_ago: z.optional(days),
    samples: z.array(sampleSchema),
  }),
);

const stationsSchema = z.strictObject({ repeat_days: z.nullable(z.int()), stations: z.array(stationPayloadSchema) });

export type DemoQuest = {
  quest: z.infer<typeof questSchema>;
  /** Version 1 first. */
  protocols: z.infer<typeof protocolSchema>[];
  participations: z.infer<typeof participationsSchema>;
  /** Undefined for most quests. */
  stations: z.infer<typeof stationsSchema> | undefined;
  /** The path of its cover; undefined for quests that show contour lines. */
  cover: string | undefined;
  readPhoto: (file: string) => Buffer;
};
export type DemoParticipation = DemoQuest["participations"][number];

export type Demo = ReturnType<typeof readDemo>;

/** @throws if a file of `demo/` doesn't match its schema */
export function readDemo() {
  const names = readdirSync(new URL("quests/", folder)).sort();
  return {
    organizations: readJson("organizations.json", z.record(z.string(), organizationPayloadSchema)),
    /** By username. */
    bios: readJson("volunteers.json", z.record(z.string(), z.string())),
    gpsReports: readJson("gps-reports.json", z.array(poorGpsReportPayloadSchema)),
    /** In the order of insertion; lists show the last first. */
    quests: names.map(readQuest),
  };
}

function readQuest(name: string): DemoQuest {
  const at = `quests/${name}`;
  const files = readdirSync(new URL(at, folder));
  const versions = files.filter((file) => /^protocol-\d+\.json$/.test(file));
  return {
    quest: readJson(`${at}/quest.json`, questSchema),
    protocols: versions.sort().map((file) => readJson(`${at}/${file}`, protocolSchema)),
    participations: readJson(`${at}/participations.json`, participationsSchema),
    stations: files.includes("stations.json") ? readJson(`${at}/stations.json`, stationsSchema) : undefined,
    cover: files.includes("cover.webp") ? fileURLToPath(new URL(`${at}/cover.webp`, folder)) : undefined,
    readPhoto: (file) => readFileSync(new URL(`${at}/${file}`, folder)),
  };
}

function readJson<T>(file: string, schema: z.ZodMiniType<T>): T {
  const path = fileURLToPath(new URL(file, folder));
  const read = schema.safeParse(JSON.parse(readFileSync(path, "utf8")));
  if (!read.success) throw new Error(`${path}: ${z.prettifyError(read.error)}`);
  return read.data;
}
