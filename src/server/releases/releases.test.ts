import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { parse } from "csv-parse/sync";
import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest, questPayload, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { readZip } from "../../../test/read-zip.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import type { NewRelease } from "../../contract/releases.ts";
import { eraseAdventurer } from "../adventurers/erase-adventurer.ts";
import { parseXml } from "../files/parse-xml.ts";
import { RunLater } from "../jobs/job-runner.ts";
import { photoKinds } from "../processes/photo-kinds.ts";
import { buildRelease } from "./build-release.ts";
import * as photos from "./write-photos.ts";

const api = usingApi();
let organizationId: number;
let photo: Buffer;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  photo = await makePhoto({ width: 32, height: 24 });
});

const asked: NewRelease = {
  licence: "CC-BY-4.0",
  thanks: "Thank you all.",
  notes: "Measured with tapes.",
  authors: [{ name: "Ana Silva", orcid: "0000-0002-1825-0097" }, { name: "Ben Okoro" }],
};
const exact = { visibility: "public", positions: "exact" } as const;
const make = async (changes: Partial<QuestFormInput> = {}) =>
  (await makeQuest(api, organizationId, { results: exact, ...changes })).id;
const change = (id: number, changes: Partial<QuestFormInput>) =>
  api.call("PUT", `/quests/${id}`, { as: "admin", json: questPayload(organizationId, changes) });
const publish = (id: number, as = "admin", json: object = asked) =>
  api.call("POST", `/quests/${id}/releases`, { as, json });
const release = async (id: number, number = 1) =>
  (await api.call("GET", `/quests/${id}/releases/${number}`, { as: "visitor" })).body;
const review = (id: string, decision: string) =>
  api.call("PUT", `/quest_data/${id}/review`, { as: "admin", json: { decision, comment: "As asked." } });
async function accepted(username: string, questId: number, changes = {}): Promise<string> {
  const { status, body } = await api.upload(username, questId, uploadForm(photo, changes));
  if (status !== 201) throw new Error(JSON.stringify(body));
  expect((await review(body.id, "accepted")).status).toBe(200);
  return body.id;
}
async function released(id: number, json: object = asked) {
  const { status, body } = await publish(id, "admin", json);
  expect([status, body.state]).toEqual([202, "building"]);
  const isDone = async () => {
    const found = await release(id, body.number);
    expect(found.state).not.toBe("building");
    return found;
  };
  return vi.waitFor(isDone, { timeout: 20_000 });
}

type File = { name: string; format: string; address: string; bytes: number; sha256: string };
const download = (address: string, headers = {}) => fetch(api.origin + new URL(address).pathname, { headers });
const bytesOf = async ({ address }: File) => Buffer.from(await (await download(address)).arrayBuffer());
const fileOf = (files: File[], format: string) => files.find((file) => file.format === format) as File;

/** A release that nobody builds but the test. */
async function waitingRelease(id: number): Promise<void> {
  await api.database.pool.query(
    "INSERT INTO releases (quest_id, number, licence, notes, authors) VALUES ($1, 1, 'CC0-1.0', '', '[]')",
    [id],
  );
}

describe("a release", () => {
  it("[CALL-55] its thanks are news of those whose data points it has, by mail and push as well, unless they muted the quest", async () => {
    const id = await make();
    for (const username of ["alice", "bob", "carol", "dave"]) await join(api, username, id);
    for (const username of ["alice", "bob"]) await accepted(username, id);
    await api.upload("carol", id, uploadForm(photo));
    await api.call("PUT", `/account/muted-quests/${id}`, { as: "bob", json: { muted: true } });
    const ofQuest = async (as: string) =>
      (await api.call("GET", "/account/news", { as })).body.filter(
        (each: { quest_id: number }) => each.quest_id === id,
      );
    await released(id, { ...asked, thanks: "" });
    await released(id);
    await vi.waitFor(async () => expect(await ofQuest("alice")).toHaveLength(1), 10_000);
    expect(await ofQuest("alice")).toMatchObject([
      { kind: "announcement", thanks_for: 2, text: "Thank you all.", title: "Bark of the mango trees", is_new: true },
    ]);
    const { body: sent } = await api.call("GET", `/quests/${id}/announcements`, { as: "admin" });
    expect(sent).toMatchObject([{ to: "thanked", author: "admin", recipients: 1, recipients_expected: 2 }]);
    for (const username of ["bob", "carol", "dave"]) expect(await ofQuest(username)).toEqual([]);
  });

  it("[CALL-55] has the accepted data points of its moment, in files under their hashes that never change", async () => {
    const translations = { de: { quest_name: "Rinde der Mangobäume" } };
    const id = await make({ translations });
    for (const username of ["alice", "bob"]) await join(api, username, id);
    const first = await accepted("alice", id, { captured_at: "2026-05-04T23:30:00Z" });
    const second = await accepted("bob", id, { tree_width: "62.5" });
    await api.upload("bob", id, uploadForm(photo));
    await api.call("PUT", "/account/credit", { as: "alice", json: { credit: "username" } });
    const found = await released(id);
    expect(found).toMatchObject({ ...asked, state: "published", accepted: 2, failure: null, changes: null, doi: null });
    expect(found.content).toMatchObject({
      quest_name: "Bark of the mango trees",
      language: "en",
      translations,
      volunteers: 2,
      photos: 2,
      missing_photos: 0,
      first_day: "2026-05-04",
      contributors: ["alice"],
    });
    for (const file of found.files as File[]) {
      const bytes = await bytesOf(file);
      expect([bytes.length, createHash("sha256").update(bytes).digest("hex")]).toEqual([file.bytes, file.sha256]);
    }
    const csv = parse((await bytesOf(fileOf(found.files, "csv"))).toString(), { columns: true, bom: true });
    expect((csv as Record<string, string>[]).map((row) => [row.id, row.credit]).sort()).toEqual(
      [
        [first, "alice"],
        [second, ""],
      ].sort(),
    );
    const geojson = JSON.parse((await bytesOf(fileOf(found.files, "geojson"))).toString());
    expect(geojson.features[0].geometry).toEqual({ type: "Point", coordinates: [-159.3702, 21.9701] });
    const archive = await readZip(await bytesOf(fileOf(found.files, "photos")));
    expect(Object.keys(archive).filter((name) => !name.startsWith("photos/"))).toEqual([
      "README.md",
      "LICENSE",
      "CITATION.cff",
      "manifest-sha256.txt",
    ]);
    const manifest = archive["manifest-sha256.txt"]?.toString().trim().split("\n") ?? [];
    expect(manifest).toHaveLength(2);
    for (const line of manifest) {
      const [sha256, name = ""] = line.split("  ");
      expect(
        createHash("sha256")
          .update(archive[name] ?? "")
          .digest("hex"),
      ).toBe(sha256);
    }

    await review(second, "denied");
    expect(await release(id)).toEqual(found);
    expect(await bytesOf(fileOf(found.files, "csv"))).toHaveLength(fileOf(found.files, "csv").bytes);
  });

  it("[CALL-55] tells what changed since the last one, and who erased the account isn't named in later ones", async () => {
    const id = await make();
    for (const username of ["carol", "dave"]) await join(api, username, id);
    const first = await accepted("carol", id);
    await accepted("dave", id);
    await api.call("PUT", "/account/credit", { as: "dave", json: { credit: "username" } });
    await released(id);
    await review(first, "denied");
    await accepted("carol", id, { tree_width: "70" });
    await accepted("carol", id, { tree_width: "71" });
    const dave = { issuer: "https://issuer.example", subject: "dave" };
    await eraseAdventurer(api.services, dave, { deletesUnaccepted: false });
    const next = await released(id);
    expect(next).toMatchObject({ number: 2, accepted: 3, changes: { added: 2, changed: 0, removed: 1 } });
    expect(next.content.contributors).toEqual([]);
    expect((await bytesOf(fileOf(next.files, "csv"))).toString()).not.toContain("dave");
  });

  it("[CALL-57] is a data package whose tables have the types, units and keys that it says, and the values as they are", async () => {
    const bird = { key: "bird", kind: "text", label: "Bird", public: true } as const;
    const size = { key: "size", kind: "integer", label: "Size" } as const;
    const chicks = {
      key: "chicks",
      kind: "group",
      label: "Chicks",
      repeat: { min: 0, max: 5 },
      fields: [size],
    } as const;
    const protocol = {
      photo: { required: false },
      fields: [
        { key: "depth", kind: "number", label: "Depth", unit: "cm" },
        { key: "note", kind: "text", label: "Note", public: true },
        { key: "secret", kind: "text", label: "Secret" },
        { key: "seen", kind: "group", label: "Seen", repeat: { min: 0, max: 5 }, fields: [bird, chicks] },
      ],
    } as const;
    const id = await make({ protocol: protocol as never });
    await join(api, "alice", id);
    const measurements = {
      depth: 3.5,
      note: "=1+1",
      secret: "Maria",
      seen: [{ bird: "Owl" }, { bird: "Wren", chicks: [{ size: 4 }] }],
    };
    const form = { measurements: JSON.stringify(measurements), tree_width: undefined };
    const point = await accepted("alice", id, form);
    const { files } = await released(id);
    const archive = await readZip(await bytesOf(fileOf(files, "data-package")));
    const described = JSON.parse(String(archive["datapackage.json"]));
    expect(described).toMatchObject({
      $schema: "https://datapackage.org/profiles/2.0/datapackage.json",
      version: "1",
      licenses: [{ name: "CC-BY-4.0" }],
      contributors: [
        { title: "Ana Silva", path: "https://orcid.org/0000-0002-1825-0097" },
        { title: "Ben Okoro" },
        { title: "Department of Forest Ecology" },
      ],
    });
    const tables: Record<string, Record<string, string>[]> = {};
    for (const { name, path, schema } of described.resources) {
      const rows: Record<string, string>[] = parse(String(archive[path]), { columns: true });
      tables[name] = rows;
      const [header = ""] = String(archive[path]).split("\r\n");
      expect(header.split(","), path).toEqual(schema.fields.map((field: { name: string }) => field.name));
      for (const { fields, reference } of schema.foreignKeys ?? []) {
        const known = tables[reference.resource]?.map((row) => row[reference.fields[0]]);
        for (const row of rows) expect(known, path).toContain(row[fields[0]]);
      }
    }
    expect(tables["data-points"]).toMatchObject([
      { id: point, depth: "3.5", note: "=1+1", latitude_degrees: "21.9701" },
    ]);
    expect(tables["rows-seen"]).toMatchObject([
      { id: `${point}/1`, bird: "Owl" },
      { id: `${point}/2`, bird: "Wren" },
    ]);
    const ofChicks = described.resources.find(({ name }: { name: string }) => name === "rows-chicks").schema;
    expect(tables["rows-chicks"]).toMatchObject([{ id: `${point}/2/1`, parent_id: `${point}/2`, size: "4" }]);
    expect(ofChicks.foreignKeys).toContainEqual({
      fields: ["parent_id"],
      reference: { resource: "rows-seen", fields: ["id"] },
    });
    // Older versions of a field may have decimals.
    expect(ofChicks.fields).toContainEqual(expect.objectContaining({ name: "size", type: "number" }));
    const fields = described.resources[0].schema.fields;
    expect(fields.find(({ name }: { name: string }) => name === "depth")).toMatchObject({
      type: "number",
      unit: "cm",
    });
    const [photo] = tables.photos ?? [];
    const shown = (await readZip(await bytesOf(fileOf(files, "photos"))))[photo?.file ?? ""];
    expect(
      createHash("sha256")
        .update(shown ?? "")
        .digest("hex"),
    ).toBe(photo?.sha256);
    const parquet = new Uint8Array(await bytesOf(fileOf(files, "geoparquet"))).buffer;
    expect(await parquetReadObjects({ file: parquet })).toMatchObject([
      { id: point, depth: 3.5, note: "=1+1", geometry: { type: "Point", coordinates: [-159.3702, 21.9701] } },
    ]);
    const { key_value_metadata: metadata } = await parquetMetadataAsync(parquet);
    expect(JSON.parse(metadata?.find(({ key }) => key === "geo")?.value ?? "")).toEqual({
      version: "1.1.0",
      primary_column: "geometry",
      columns: {
        geometry: { encoding: "WKB", geometry_types: ["Point"], bbox: [-159.3702, 21.9701, -159.3702, 21.9701] },
      },
    });
    const core = await readZip(await bytesOf(fileOf(files, "darwin-core")));
    const tabbed = (name: string) =>
      parse(String(core[name]), { columns: true, delimiter: "\t", quote: false }) as Record<string, string>[];
    expect(tabbed("event.txt")).toMatchObject([
      { eventID: point, decimalLatitude: "21.9701", decimalLongitude: "-159.3702", geodeticDatum: "EPSG:4326" },
    ]);
    const measured = tabbed("extendedmeasurementorfact.txt").map((row) => [
      row.eventID,
      row.measurementID,
      row.measurementType,
      row.measurementValue,
      row.measurementUnit,
    ]);
    expect(measured).toEqual(
      expect.arrayContaining([
        [point, `${point}:depth`, "Depth", "3.5", "cm"],
        [point, `${point}/2:bird`, "Bird", "Wren", ""],
      ]),
    );
    const [named] = tabbed("multimedia.txt");
    expect(named).toMatchObject({ eventID: point, format: "image/jpeg", license: "" });
    const showPhoto = () => fetch(api.origin + new URL(named?.identifier ?? "").pathname, { redirect: "manual" });
    const shownPhoto = await showPhoto();
    expect([shownPhoto.status, shownPhoto.headers.get("location")]).toEqual([
      302,
      expect.stringMatching(/\/api\/photos\/.*\/display\?/),
    ]);
    const other = new URL(named?.identifier ?? "").pathname.replace(/[^/]+$/, "0190a1b2-7c3d-4e5f-8a6b-000000000001");
    expect((await fetch(api.origin + other, { redirect: "manual" })).status).toBe(404);
    await review(point, "denied");
    expect((await showPhoto()).status).toBe(404);
    const locations: string[] = [];
    for (const name of ["meta.xml", "eml.xml"]) {
      const text = (content: string, path: readonly string[]) =>
        void (path.at(-1) === "location" && locations.push(content));
      await parseXml(
        Readable.from([core[name]]),
        { text },
        { unreadable: "invalid_request", doctype: "invalid_request" },
      );
    }
    expect(locations.map((name) => core[name]?.length)).not.toContain(undefined);
    expect(locations).toHaveLength(4);
    for (const [name, content] of Object.entries(core)) expect(String(content), name).not.toMatch(/Maria|secret/i);
    for (const [name, content] of Object.entries(archive)) expect(String(content), name).not.toMatch(/Maria|secret/i);
  });

  it("says no more of a position than the quest's results", async () => {
    const id = await make({ results: { visibility: "public", positions: 0.01 } });
    await join(api, "alice", id);
    await accepted("alice", id, { latitude: "21.97543", longitude: "-159.37123" });
    const { files, content } = await released(id);
    expect(content.box).toEqual([-159.37, 21.98, -159.37, 21.98]);
    for (const file of files as File[]) {
      const bytes = await bytesOf(file);
      const parts = file.name.endsWith(".zip") ? Object.values(await readZip(bytes)) : [bytes];
      // Numbers of Parquet are binary.
      if (file.format === "geoparquet") {
        const rows = JSON.stringify(await parquetReadObjects({ file: new Uint8Array(bytes).buffer }));
        expect(rows).toContain("[-159.37,21.98]");
        parts.push(Buffer.from(rows));
      }
      for (const part of parts) expect(part.toString("latin1"), file.name).not.toMatch(/21\.9754|159\.3712/);
    }
  });

  it("comes in parts on request, and not again if nothing changed", async () => {
    const id = await make();
    await join(api, "alice", id);
    await accepted("alice", id);
    const csv = fileOf((await released(id)).files, "csv");
    const part = await download(csv.address, { range: "bytes=0-9" });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 0-9/${csv.bytes}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual((await bytesOf(csv)).subarray(0, 10));
    const again = await download(csv.address, { "if-none-match": `"${csv.sha256}"` });
    expect([again.status, again.headers.get("cache-control")]).toEqual([304, "no-cache"]);
    expect((await download(csv.address.replace(".csv", ".exe"))).status).toBe(404);
  });
});

describe("a release that is refused", () => {
  it("[CALL-57] has the calibration of its volunteers, named as they want to be", async () => {
    const id = await make();
    for (const as of ["alice", "bob", "carol"]) await join(api, as, id);
    await api.call("PUT", "/account/credit", { as: "alice", json: { credit: "name", name: "Alice of the Trees" } });
    await api.call("PUT", "/account/credit", { as: "bob", json: { credit: "none", name: null } });
    await accepted("alice", id);
    await accepted("bob", id);
    const value = (adventurer_id: string, card_key: string, answer: number) => ({
      ...{ quest_id: id, adventurer_id, card_key, unit: "cm", reference: 10, answer },
    });
    await api.database.db
      .insertInto("practice_values")
      .values([
        ...[value("alice", "a", 11), value("alice", "b", 13), value("bob", "a", 9)],
        // Who has no data point in it.
        value("carol", "a", 20),
      ])
      .execute();
    const { files } = await released(id);
    const archive = await readZip(await bytesOf(fileOf(files, "data-package")));
    const text = String(archive["calibrations.csv"]);
    const rows: Record<string, string>[] = parse(text, { columns: true });
    expect(rows).toEqual([
      { credit: "", unit: "cm", count: "1", bias: "-1", spread: "" },
      { credit: "Alice of the Trees", unit: "cm", count: "2", bias: "2", spread: String(Math.SQRT2) },
    ]);
    const { resources } = JSON.parse(String(archive["datapackage.json"]));
    const { schema } = resources.find(({ name }: { name: string }) => name === "calibrations");
    expect(schema.fields.map(({ name }: { name: string }) => name).join(",")).toBe(text.split("\r\n")[0]);
  });

  it("[CALL-55] is one of hidden results, without data points, by others, or with wrong authors", async () => {
    const hidden = await make({ results: { visibility: "hidden", positions: "hidden" } });
    await join(api, "alice", hidden);
    await accepted("alice", hidden);
    const empty = await make();
    await makeMember(api, organizationId, "rita", "reviewer");
    expect((await publish(hidden)).body).toMatchObject({
      code: "release_refused",
      detail: "Make the quest's results public first.",
    });
    expect((await publish(empty)).body).toMatchObject({
      code: "release_refused",
      detail: "The quest has no accepted data points yet.",
    });
    expect((await publish(empty, "rita")).status).toBe(403);
    for (const wrong of [
      { ...asked, authors: [] },
      { ...asked, authors: [{ name: "Ana", orcid: "0000-0002-1825-0098" }] },
      { ...asked, licence: "GPL-3.0" },
    ]) {
      expect((await publish(empty, "admin", wrong)).status).toBe(422);
    }
    expect((await api.call("GET", `/quests/${empty}/releases`)).body).toEqual([]);
  });

  it("[CALL-55] is the second of two at once", async () => {
    const id = await make();
    await join(api, "alice", id);
    await accepted("alice", id);
    const answers = await Promise.all([publish(id), publish(id), publish(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "release_refused",
      detail: "Another release of this quest is being made. Wait until it is done.",
    });
  });
});

describe("a build", () => {
  const never = new AbortController().signal;
  const prepared = async (username = "alice") => {
    const id = await make();
    await join(api, username, id);
    await accepted(username, id);
    await waitingRelease(id);
    return id;
  };
  const filesOf = async (id: number) =>
    (await api.database.pool.query("SELECT name FROM release_files WHERE quest_id = $1", [id])).rows;

  it("that is ended by a restart publishes nothing, and starts over", async () => {
    const id = await prepared();
    const ending = new AbortController();
    vi.spyOn(photos, "writePhotos").mockImplementationOnce(async (...args) => {
      const written = await photos.writePhotos(...args);
      ending.abort();
      return written;
    });
    await expect(buildRelease(api.services, { questId: id, number: 1 }, ending.signal)).rejects.toThrow(RunLater);
    expect(await release(id)).toMatchObject({ state: "building", files: [] });
    expect(await filesOf(id)).toEqual([]);
    await buildRelease(api.services, { questId: id, number: 1 }, never);
    expect(await release(id)).toMatchObject({ state: "published", accepted: 1 });
  });

  it("during which the results became stricter publishes nothing of what it read before", async () => {
    const id = await prepared();
    vi.spyOn(photos, "writePhotos").mockImplementationOnce(async (...args) => {
      await change(id, { results: { visibility: "public", positions: 1 } });
      return photos.writePhotos(...args);
    });
    await expect(buildRelease(api.services, { questId: id, number: 1 }, never)).rejects.toThrow(RunLater);
    expect(await filesOf(id)).toEqual([]);
    await buildRelease(api.services, { questId: id, number: 1 }, never);
    expect((await release(id)).content).toMatchObject({ positions: 1, box: [-159, 22, -159, 22] });
  });

  it("waits for a data point that is being changed", async () => {
    const id = await prepared();
    const client = await api.database.pool.connect();
    try {
      await client.query("BEGIN");
      const locked = await client.query("SELECT id FROM quest_data WHERE quest_id = $1 FOR UPDATE", [id]);
      await api.database.pool.query("INSERT INTO points_to_publish VALUES ($1, $2)", [id, locked.rows[0].id]);
      await expect(buildRelease(api.services, { questId: id, number: 1 }, never)).rejects.toThrow(RunLater);
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
    await buildRelease(api.services, { questId: id, number: 1 }, never);
    expect(await release(id)).toMatchObject({ state: "published", accepted: 1 });
  });

  it("during which somebody was erased publishes nothing of what it read before", async () => {
    const id = await prepared("erin");
    vi.spyOn(photos, "writePhotos").mockImplementationOnce(async (...args) => {
      const erin = { issuer: "https://issuer.example", subject: "erin" };
      await eraseAdventurer(api.services, erin, { deletesUnaccepted: false });
      return photos.writePhotos(...args);
    });
    await expect(buildRelease(api.services, { questId: id, number: 1 }, never)).rejects.toThrow(RunLater);
    expect(await filesOf(id)).toEqual([]);
  });

  it("of results that were hidden meanwhile fails with the reason, and its number is free again", async () => {
    const id = await prepared();
    await change(id, { results: { visibility: "hidden", positions: "exact" } });
    await buildRelease(api.services, { questId: id, number: 1 }, never);
    expect(await release(id)).toMatchObject({ state: "failed", failure: "results_hidden", files: [], content: null });
    await change(id, { results: exact });
    expect(await released(id)).toMatchObject({ number: 1, state: "published" });
  });

  it("that fails for another reason says so and logs it", async () => {
    const id = await prepared();
    vi.spyOn(photos, "writePhotos").mockRejectedValueOnce(new Error("a fault of ours"));
    await buildRelease(api.services, { questId: id, number: 1 }, never);
    expect(await release(id)).toMatchObject({ state: "failed", failure: "internal_error" });
    expect(api.log).toContainEqual(expect.objectContaining({ msg: "a release could not be made", questId: id }));
  });

  it("counts photos that are gone, and goes on", async () => {
    const id = await prepared();
    const { rows } = await api.database.pool.query("SELECT photo_key FROM quest_data WHERE quest_id = $1", [id]);
    for (const kind of ["originals", "display", "thumbnail"]) {
      const name = rows[0].photo_key.split("/")[1];
      await api.services.photoStore.delete(`${kind}/${name}${kind === "originals" ? "" : ".jpg"}`);
    }
    await buildRelease(api.services, { questId: id, number: 1 }, never);
    expect((await release(id)).content).toMatchObject({ accepted: 1, photos: 0, missing_photos: 1 });
  });
});

describe("a published release", () => {
  it("[CALL-56] can be withdrawn, once and for good: its page stays and its files are gone", async () => {
    const id = await make();
    await join(api, "alice", id);
    await accepted("alice", id);
    const found = await released(id);
    const withdraw = (as: string, reason: string) =>
      api.call("POST", `/quests/${id}/releases/1/withdrawal`, { as, json: { reason } });
    expect((await withdraw("alice", "Wrong units.")).status).toBe(403);
    expect((await withdraw("admin", "  ")).status).toBe(422);
    expect((await withdraw("admin", "Wrong units.")).body).toMatchObject({
      state: "withdrawn",
      withdrawal_reason: "Wrong units.",
      files: [],
      content: found.content,
    });
    expect((await withdraw("admin", "Other units.")).body).toMatchObject({ code: "release_refused" });
    for (const file of found.files as File[]) expect((await download(file.address)).status).toBe(404);
    expect((await api.call("GET", `/quests/${id}/releases/1/citation?format=csl`)).status).toBe(200);
    const kinds = photoKinds(api.database.db).find(({ kind }) => kind === "releases");
    const keys = (found.files as File[]).map(({ sha256 }) => `releases/${sha256}`);
    // The sweep of orphaned objects removes the bytes.
    expect(await kinds?.findReferenced(keys)).toEqual(new Set());
    expect(await released(id)).toMatchObject({ number: 2, state: "published" });
  });

  it("[CALL-56] gets a DOI once, which its citations have", async () => {
    const id = await make();
    await join(api, "alice", id);
    await accepted("alice", id);
    await released(id);
    const setDoi = (doi: string, as = "admin") =>
      api.call("PUT", `/quests/${id}/releases/1/doi`, { as, json: { doi } });
    expect((await setDoi("10.5281/zenodo.1", "alice")).status).toBe(403);
    expect((await setDoi("zenodo.1")).status).toBe(422);
    expect((await setDoi("https://doi.org/10.5281/zenodo.1")).body).toMatchObject({ doi: "10.5281/zenodo.1" });
    expect((await setDoi("10.5281/zenodo.2")).body).toMatchObject({ code: "release_refused" });
    const citation = async (format: string) =>
      (await api.call("GET", `/quests/${id}/releases/1/citation?format=${format}`)).body;
    expect(await citation("csl")).toMatchObject([
      { type: "dataset", DOI: "10.5281/zenodo.1", author: [{ literal: "Ana Silva" }, { literal: "Ben Okoro" }] },
    ]);
    expect(await citation("datacite")).toMatchObject({
      doi: "10.5281/zenodo.1",
      rightsList: [{ rightsIdentifier: "CC-BY-4.0" }],
      types: { resourceTypeGeneral: "Dataset" },
    });
    expect(await citation("json-ld")).toMatchObject({ "@type": "Dataset", "@id": "https://doi.org/10.5281/zenodo.1" });
    expect(await citation("bibtex")).toContain("author = {{Ana Silva} and {Ben Okoro}}");
    expect((await release(id)).citation).toMatch(
      /^Ana Silva & Ben Okoro\. \(20\d\d\)\. .*https:\/\/doi\.org\/10\.5281/,
    );
  });

  it("[CALL-58] has a page that programs can read: head, citation, files, licence", async () => {
    const id = await make();
    await join(api, "alice", id);
    await accepted("alice", id);
    const { files } = await released(id);
    const page = await fetch(`${api.origin}/quests/${id}/releases/1`);
    const html = await page.text();
    expect(html).toContain('<meta property="og:title" content="Bark of the mango trees, release 1" />');
    const [, data = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(data)).toMatchObject({ "@type": "Dataset", version: "1" });
    const links = page.headers.get("link") ?? "";
    expect(links).toContain(`/quests/${id}/releases/1>; rel="cite-as"`);
    expect(links).toContain('<https://creativecommons.org/licenses/by/4.0/>; rel="license"');
    expect(links).toContain('format=datacite>; rel="describedby"; type="application/vnd.datacite.datacite+json"');
    expect(links).toContain('<https://orcid.org/0000-0002-1825-0097>; rel="author"');
    expect(links.match(/rel="item"/g)).toHaveLength(files.length);
    const head = await fetch(`${api.origin}/quests/${id}/releases/1`, { method: "HEAD" });
    expect(head.headers.get("link")).toBe(links);
    await api.call("POST", `/quests/${id}/releases/1/withdrawal`, { as: "admin", json: { reason: "Wrong units." } });
    const withdrawn = await fetch(`${api.origin}/quests/${id}/releases/1`);
    expect(withdrawn.headers.get("link")).toContain('rel="cite-as"');
    expect(withdrawn.headers.get("link")).not.toContain('rel="item"');
    const none = await fetch(`${api.origin}/quests/${id}/releases/9`);
    expect([none.status, none.headers.get("link")]).toEqual([200, null]);
  });

  it("keeps its quest from being deleted", async () => {
    const id = await make();
    await waitingRelease(id);
    const answer = await api.call("DELETE", `/quests/${id}`, { as: "admin" });
    expect([answer.status, answer.body.code]).toEqual([409, "quest_has_releases"]);
  });
});
