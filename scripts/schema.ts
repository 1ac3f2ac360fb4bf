/** `npm run schema`: generates `generated/database/schema.ts`, the table types, from the migrations. */
import { writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { generate, getDialect } from "kysely-codegen";
import { openDatabase } from "../src/server/database/connection.ts";
import { startEmbeddedPostgres } from "../src/server/database/embedded/start-postgres.ts";
import { migrate, serverMigrations } from "../src/server/database/migrate.ts";
import { makeDataFolder, removeDataFolder } from "../test/data-folder.ts";

export const schemaFile = fileURLToPath(new URL("../generated/database/schema.ts", import.meta.url));

/** Imports for column types that PostgreSQL doesn't have. */
const imports = {
  AdditionalData: "../../src/contract/data-points.ts",
  WrittenFix: "../../src/contract/data-points.ts",
  OrganizationRequestState: "../../src/contract/desk-enums.ts",
  WebhookEvent: "../../src/contract/desk-enums.ts",
  WebhookFailure: "../../src/contract/desk-enums.ts",
  EvidenceCode: "../../src/contract/desk-enums.ts",
  LessonPolicy: "../../src/contract/enums.ts",
  PositionSource: "../../src/contract/enums.ts",
  QuestStatus: "../../src/contract/enums.ts",
  QuestType: "../../src/contract/enums.ts",
  ReviewDecision: "../../src/contract/enums.ts",
  SampleState: "../../src/contract/enums.ts",
  TeamRole: "../../src/contract/roles.ts",
  TokenScope: "../../src/contract/roles.ts",
  InvitationMail: "../../src/contract/teams.ts",
  TeamAction: "../../src/contract/teams.ts",
  QuestTranslations: "../../src/contract/quest-languages.ts",
  FieldChange: "../../src/contract/quest-history.ts",
  LocationChanges: "../../src/contract/quest-history.ts",
  LessonCard: "../../src/contract/lessons.ts",
  LessonAnswers: "../../src/contract/lessons.ts",
  Protocol: "../../src/protocol/field.ts",
  ListItem: "../../src/protocol/lists/list-item.ts",
  DataPointBefore: "../../src/server/database/column-types.ts",
  FoundEvidence: "../../src/server/database/column-types.ts",
  ParticipationStatus: "../../src/server/database/column-types.ts",
  PhotoFormat: "../../src/server/database/column-types.ts",
  FileFormat: "../../src/server/database/column-types.ts",
  AudioFormat: "../../src/server/database/column-types.ts",
  RevisionBefore: "../../src/server/database/column-types.ts",
};

/** Column facts that PostgreSQL doesn't know: allowed texts, JSON contents, computed values. */
const columns = {
  "adventurer_quests.status": "Generated<ParticipationStatus>",
  "data_point_changes.before": "JSONColumnType<DataPointBefore, string | null, never> | null",
  "data_point_changes.kind": '"edited" | "deleted"',
  "data_point_revisions.before": "JSONColumnType<RevisionBefore, string, never>",
  "former_photos.photo_format": "FileFormat",
  "jobs.payload": "JSONColumnType<Record<string, unknown>, string | undefined, string>",
  "organization_group_members.role": "TeamRole",
  "organization_invitations.mail": "InvitationMail",
  "organization_invitations.role": "TeamRole",
  "organization_log.action": "TeamAction",
  "organization_log.role": "TeamRole | null",
  "organization_members.role": "TeamRole",
  "organization_requests.state": "Generated<OrganizationRequestState>",
  "organizations.sort_name": "ColumnType<string, never, never>",
  "personal_tokens.scope": "TokenScope",
  "protocol_versions.protocol": "JSONColumnType<Protocol, string, never>",
  "lesson_attempts.answers": "JSONColumnType<LessonAnswers, string, never>",
  "lessons.asked": "LessonPolicy",
  "lessons.cards": "JSONColumnType<LessonCard[], string, never>",
  "list_items.item": "JSONColumnType<ListItem, string, never>",
  "protocol_versions.target_count": "ColumnType<number | null, never, never>",
  "quest_data.additional_data": "JSONColumnType<AdditionalData, string, string>",
  "quest_data.evidence": "JSONColumnType<FoundEvidence[], string | undefined, string>",
  "quest_data.evidence_codes": "Generated<EvidenceCode[]>",
  "quest_data.fixes": "JSONColumnType<WrittenFix[], string | undefined, string>",
  "quest_data.photo_format": "PhotoFormat | null",
  "quest_data.position_source": "Generated<PositionSource>",
  "quest_data.review_decision": "ReviewDecision | null",
  "quest_data_photos.photo_format": "FileFormat",
  "quest_history.changes": "JSONColumnType<FieldChange[], string, never>",
  "quest_history.kind": '"created" | "changed"',
  "quest_history.locations": "JSONColumnType<LocationChanges, string | null, never> | null",
  "quest_history.stations": "JSONColumnType<LocationChanges, string | null, never> | null",
  "quest_status_changes.quest_status": "QuestStatus",
  "quests.translated_names": "JSONColumnType<QuestTranslations, never, never>",
  "quests.translations": "JSONColumnType<QuestTranslations, string | undefined, string>",
  "quests.point": "ColumnType<Point | null, never, never>",
  "quests.quest_status": "Generated<QuestStatus>",
  "quests.quest_type": "Generated<QuestType>",
  "resumable_uploads.metadata": "JSONColumnType<Record<string, string | null>, string | null, never> | null",
  "review_reasons.decision": "ReviewDecision",
  "review_rechecks.second_decision": "ReviewDecision | null",
  "reviews.decision": "ReviewDecision",
  "sample_counts.state": "SampleState",
  "sample_totals.state": "SampleState",
  "sounds.format": "AudioFormat",
  "webhook_deliveries.event": "WebhookEvent",
  "webhook_deliveries.last_failure": "WebhookFailure | null",
  "webhooks.events": "WebhookEvent[]",
  "webhooks.off_reason": '"team" | "gone" | null',
};

/** The complete `schema.ts` for a migrated database. */
export async function describeSchema(connectionString: string): Promise<string> {
  const dialect = getDialect("postgres");
  const db = await dialect.introspector.connect({ connectionString, dialect });
  try {
    const types = await generate({
      db,
      dialect,
      outFile: null,
      includePattern: "public.*",
      excludePattern: "*.schema_migrations",
      // Types that the parsers in connection.ts return.
      typeMapping: { date: "string", int8: "number" },
      overrides: { columns },
      customImports: imports,
      skipAutogeneratedFileComment: true,
    });
    return ["format", "assist"]
      .map(
        (check) => `// biome-ignore-all ${check}: made by \`npm run schema\` from the migrations; not to be edited.\n`,
      )
      .concat("\n", types.replaceAll(/\bDB\b/g, "Database"))
      .join("");
  } finally {
    await db.destroy();
  }
}

async function writeSchema(): Promise<void> {
  const dataDir = await makeDataFolder("cairn-schema-");
  const logger = { info: () => undefined, warn: console.warn, error: console.error };
  const server = await startEmbeddedPostgres({ dataDir, logger });
  try {
    const { pool, close } = openDatabase(server.connectionString);
    await migrate(pool, serverMigrations);
    await close();
    await writeFile(schemaFile, await describeSchema(server.connectionString));
  } finally {
    await server.stop();
    await removeDataFolder(dataDir);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await writeSchema();
