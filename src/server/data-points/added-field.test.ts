import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { protocolWithAddedField } from "../../../test/added-field.ts";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest } from "../../../test/factories.ts";
import type { DatasetFormat } from "../../contract/enums.ts";
import { formatDataset } from "../datasets/dataset-formats.ts";
import { readAcceptedPoints } from "../datasets/dataset-queries.ts";
import { insertDataPoint } from "./data-point-queries.ts";
import { parseUploadFields } from "./data-point-rules.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const sent = { tree_width: "87.5", bark_depth: "4.25", latitude: "21.97", longitude: "-159.37" };
const photo = {
  sha256: "a".repeat(64),
  sizeBytes: 1000,
  format: "jpeg" as const,
  width: 10,
  height: 10,
  exif: { latitude: null, longitude: null, takenAt: null },
};

/** A data point of a quest whose protocol has the added field; accepted. */
async function keepDataPoint(): Promise<{ questId: number; id: string }> {
  const { db } = api.database;
  const { id: questId } = await makeQuest(api, await makeOrganization(api, randomUUID()));
  await join(api, "alice", questId);
  const id = randomUUID();
  const fields = parseUploadFields(sent, protocolWithAddedField);
  await db
    .transaction()
    .execute((tx) =>
      insertDataPoint(
        tx,
        { id, username: "alice", questId, fields, photo: { ...photo, key: `originals/${id}` } },
        protocolWithAddedField,
      ),
    );
  await api.call("PUT", `/quest_data/${id}/review`, { as: "admin", json: { decision: "accepted" } });
  return { questId, id };
}

async function exportOf(questId: number, format: DatasetFormat): Promise<string> {
  let text = "";
  const batches = readAcceptedPoints(api.database.db, questId);
  for await (const piece of formatDataset(format, batches, protocolWithAddedField)) text += piece;
  return text;
}

describe("a field that is added to a protocol", () => {
  it.each([
    [{ bark_depth: undefined }, "bark depth required"],
    [{ bark_depth: "deep" }, "bark depth required"],
    [{ bark_depth: "0.4" }, "Number must be greater than or equal to 0.5"],
  ])("is checked: %j", (changes, message) => {
    const fields = Object.fromEntries(Object.entries({ ...sent, ...changes }).filter(([, text]) => text !== undefined));
    expect(() => parseUploadFields(fields as Record<string, string>, protocolWithAddedField)).toThrow(
      `bark_depth: ${message}`,
    );
  });

  it("is kept, and answered to volunteer and reviewer", async () => {
    const { questId, id } = await keepDataPoint();
    const { body: dataPoints } = await api.call("GET", `/adventurers/alice/quests/${questId}/data`, { as: "alice" });
    expect(dataPoints).toMatchObject([{ id, additional_data: { tree_width: 87.5, bark_depth: 4.25 } }]);
    const { body: sample } = await api.call("GET", `/quest_data/${id}`, { as: "admin" });
    expect(sample.additional_data).toEqual({ tree_width: 87.5, bark_depth: 4.25 });
  });

  it("is a column of the CSV and a property of the GeoJSON", async () => {
    const { questId } = await keepDataPoint();
    const [header, row] = (await exportOf(questId, "csv")).split("\r\n").map((line) => line.split(","));
    expect(row?.[header?.indexOf("bark_depth_mm") ?? -1]).toBe("4.25");
    const { features } = JSON.parse(await exportOf(questId, "geojson"));
    expect(features[0].properties).toMatchObject({ tree_circumference_cm: 87.5, bark_depth_mm: 4.25 });
  });

  it("is dropped where the protocol does not ask for it", () => {
    expect(parseUploadFields(sent)).not.toHaveProperty("bark_depth");
  });
});
