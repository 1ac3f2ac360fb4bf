import { setTimeout as wait } from "node:timers/promises";
import type { Field } from "../../src/protocol/field.ts";
import type { AudioFormat } from "../../src/server/database/column-types.ts";
import { refreshQuestFigures } from "../../src/server/quests/quest-summaries.ts";
import type { TestApi } from "../api.ts";
import { join, makeQuest } from "../factories.ts";
import { makePdf } from "../make-pdf.ts";
import { makePhoto } from "../make-photo.ts";
import type { Posted } from "../receiver.ts";
import { recordingWith } from "../recordings.ts";
import {
  type Drawing,
  drawn,
  factsOf,
  listCodes,
  measurementsOf,
  type PrivateQuest,
  placeOf,
  protocolWith,
  type World,
  wordFrom,
} from "./private-quests.ts";

/** One of the two worlds, as it runs. */
export type Running = {
  world: World;
  api: TestApi;
  organizationId: number;
  hooks: { origin: string; posted: Posted[] };
};

/** A quest with everything that a visitor may know the address of. */
export type LiveQuest = {
  id: number;
  listId: number;
  stations: readonly number[];
  points: readonly { id: string; isPublished: boolean }[];
  keys: readonly string[];
  /** Number of the page that a volunteer shares. */
  sharedNumber: number;
  pictureId: string;
  webhookSecret: string;
};

const pointCount = 5;
const formats: readonly AudioFormat[] = ["mp4", "webm", "ogg", "mp3"];
/** The last one is denied: nothing of it is public. */
const isAccepted = (point: number) => point < pointCount - 1;

/** Only `named` and `username` chose to be named; a username of somebody else is private. */
const credits = [
  { credit: "none" },
  { credit: "name", name: "Ada of the Woods" },
  { credit: "name", name: "Bo" },
  { credit: "username" },
];

/** Makes a quest with data points, stations, a list, a release, a lesson and a webhook, as people do. */
export async function makeLive(running: Running, quest: PrivateQuest): Promise<LiveQuest> {
  const { api, organizationId, world, hooks } = running;
  const { seed, publishing } = quest;
  const must = async (method: string, path: string, as: string, options: { json?: unknown; form?: FormData } = {}) => {
    const { status, body } = await api.call(method, path, { as, ...options });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };

  const listId: number = (
    await must("POST", `/organizations/${organizationId}/lists`, "admin", { form: fileOfPlaces(quest, world) })
  ).id;
  // When it was uploaded is public, and no part of a data point.
  await api.database.pool.query("UPDATE list_versions SET created_at = '2026-01-01' WHERE list_id = $1", [listId]);
  const protocol = protocolWith(quest, listId);
  const visibility = publishing === "none" ? "hidden" : "public";
  const { id } = await makeQuest(api, organizationId, {
    quest_name: `Quest of ${seed}`,
    protocol: protocol as never,
    results: { visibility, positions: publishing === "none" ? "exact" : publishing },
  });
  const { secret: webhookSecret } = await must("POST", `/quests/${id}/webhooks`, "admin", {
    json: { address: `${hooks.origin}/${id}`, events: ["point.accepted", "point.withdrawn", "release.published"] },
  });
  const stations: number[] = [];
  for (const name of ["north", "south"]) {
    const [longitude, latitude] = placeOf(quest, world, name);
    const json = { code: name, name: `Station ${name}`, latitude, longitude };
    stations.push((await must("POST", `/quests/${id}/stations`, "admin", { json })).id);
  }

  const people = credits.map(({ credit }, index) =>
    credit === "username" ? `known${id}` : `${wordFrom(seed, world, "person", index)}_${index}_${id}`,
  );
  for (const [index, person] of people.entries()) {
    await join(api, person, id);
    await must("PUT", "/account/credit", person, { json: credits[index] });
  }

  const points: { id: string; isPublished: boolean }[] = [];
  for (let point = 0; point < pointCount; point++) {
    const isPublished = isAccepted(point) && publishing !== "none";
    const drawing: Drawing = { quest, world, point, isPublished };
    const person = people[point % people.length] as string;
    const form = await formOf(drawing, protocol, stations);
    const { status, body } = await api.upload(person, id, form);
    if (status !== 201) throw new Error(`upload: ${status} ${JSON.stringify(body)}`);
    // Made by chance, and public as a part of addresses; equal in both worlds, the rest can be compared byte for byte.
    await api.database.pool.query(
      "UPDATE quest_data_photos SET id = md5(quest_data_id::text || key)::uuid WHERE quest_data_id = $1",
      [body.id],
    );
    const secret = wordFrom(seed, world, point, "message");
    await must("POST", `/quest_data/${body.id}/messages`, person, { json: { text: secret } });
    const decision = isAccepted(point) ? "accepted" : "denied";
    await must("PUT", `/quest_data/${body.id}/review`, "admin", { json: { decision, comment: secret } });
    points.push({ id: body.id, isPublished });
  }

  const pictureId = await teachWith(points[0]?.id as string);
  await must("POST", `/adventurers/${people[1]}/quests/${id}/shared`, people[1] as string);
  const sharedNumber = 100_000_000 + id;
  // By chance too, so that nobody finds it by counting.
  await api.database.pool.query(
    "UPDATE adventurer_quests SET shared_number = $1 WHERE quest_id = $2 AND shared_number IS NOT NULL",
    [sharedNumber, id],
  );

  const keys = protocol.fields.flatMap(keysIn);
  return { id, listId, stations, points, keys, sharedNumber, pictureId, webhookSecret };

  /** A lesson with a volunteer's photo. */
  async function teachWith(point: string): Promise<string> {
    const picture = await must("POST", `/quest_data/${point}/picture`, "admin", { json: { key: "file" } });
    const choice = {
      options: [
        { text: "Yes", is_right: true },
        { text: "No", is_right: false },
      ],
    };
    const card = { key: "one", text: "Like this.", picture: { id: picture.id, alt: "Bark" }, choice };
    const json = { asked: "never", seen_version: 0, cards: [card] };
    await must("PUT", `/quests/${id}/lesson`, "admin", { json });
    return picture.id;
  }
}

/** Releases the quest, if anything of it is public. */
export async function release({ api }: Running, { id }: LiveQuest): Promise<void> {
  const json = { licence: "CC0-1.0", notes: "", authors: [{ name: "The Team" }] };
  const { status } = await api.call("POST", `/quests/${id}/releases`, { as: "admin", json });
  if (status === 202) {
    await until(async () => (await api.call("GET", `/quests/${id}/releases/1`)).body.state === "published");
  }
}

/** Waits until the webhook was told of all data points and the release, if there is one. Counts them as the worker does. */
export async function untilPosted(running: Running, live: LiveQuest): Promise<void> {
  const { body } = await running.api.call("GET", `/quests/${live.id}/releases`);
  const wanted = live.points.filter((_, point) => isAccepted(point)).length + body.length;
  await until(async () => postedOf(running, live.id).length >= wanted);
  await refreshQuestFigures(running.api.database.db);
}

/** Unlike Vitest's, it leaves a stopped clock alone. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isDone()); tries++) {
    if (tries > 4_000) throw new Error("what was waited for did not come");
    await wait(50);
  }
}

export const postedOf = ({ hooks }: Running, questId: number): Posted[] =>
  hooks.posted.filter(({ path }) => path === `/${questId}`);

const keysIn = (field: Field): string[] => [field.key, ...(field.kind === "group" ? field.fields.flatMap(keysIn) : [])];

function fileOfPlaces(quest: PrivateQuest, world: World): FormData {
  const features = listCodes.map((code) => ({
    type: "Feature",
    id: code,
    properties: { title: `Nest ${code}` },
    geometry: { type: "Point", coordinates: placeOf(quest, world, code) },
  }));
  const form = new FormData();
  form.set("name", `Nests of ${quest.seed}`);
  form.set("file", new Blob([JSON.stringify({ type: "FeatureCollection", features })]), "nests.geojson");
  return form;
}

/** A data point as a phone sends it. */
async function formOf(drawing: Drawing, protocol: Parameters<typeof measurementsOf>[0], stations: readonly number[]) {
  const { quest, world, point, isPublished } = drawing;
  const { position, accuracy, measuredAt, clockOffsetSeconds } = factsOf(drawing);
  const [longitude, latitude] = position;
  const isExact = isPublished && quest.publishing === "exact";
  const own = [quest.seed, point, world, "device"];
  const byDevice = (ms: number) => new Date(ms - clockOffsetSeconds * 1_000).toISOString();
  const fixedAt = byDevice(measuredAt.getTime() - Math.floor(drawn(...own, "fixed") * 60_000));
  const chosen = drawn(...(isExact ? [quest.seed, point] : own), "station");
  const form = new FormData();
  const fields = {
    id: idOf(quest, point),
    measurements: JSON.stringify(measurementsOf(protocol, drawing)),
    longitude,
    latitude,
    accuracy,
    fixed_at: fixedAt,
    position_source: drawn(...own, "source") < 0.5 ? "device" : "map",
    captured_at: byDevice(measuredAt.getTime()),
    clock_offset: clockOffsetSeconds,
    fixes: JSON.stringify([{ latitude, longitude, accuracy: 5, fixed_at: fixedAt, source: "device" }]),
    spacing_reason: wordFrom(...own, "reason"),
    station_id: stations[Math.floor(chosen * stations.length)],
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const secret = wordFrom(...own, "file");
  const secretPlace = { latitude: 50 * drawn(...own, "south"), longitude: 50 * drawn(...own, "west") };
  const tags = { width: 32, height: 24, gps: secretPlace, takenAt: measuredAt };
  const photo = await makePhoto(tags);
  const told = { words: `${secretPlace.latitude}${secret}`.slice(0, 28).padEnd(28), at: measuredAt };
  // A closed photo shows something else.
  const isOpen = isPublished && quest.fields.some((field) => field.key === "picture" && "public" in field);
  const picture = isOpen ? photo : await makePhoto({ ...tags, uniqueSeed: secret });
  const files = {
    file: photo,
    "photo:picture": picture,
    "audio:sound": recordingWith(formats[point % formats.length] as AudioFormat, told),
    "file:paper": withAuthor(makePdf(), secret),
  };
  for (const [name, bytes] of Object.entries(files)) form.set(name, new Blob([new Uint8Array(bytes)]), secret);
  return form;
}

const idOf = ({ seed, publishing }: PrivateQuest, point: number) =>
  `${Math.floor(2 ** 32 * drawn("id", seed, publishing, point))
    .toString(16)
    .padStart(8, "0")}-0000-4000-8000-${String(point).padStart(12, "0")}`;

/** An update at the end, as PDF has it, that names an author. */
function withAuthor(pdf: Buffer, author: string): Buffer {
  const before = Number(/startxref\n(\d+)/.exec(pdf.toString("latin1"))?.[1]);
  const info = `4 0 obj <</Author (${author})>> endobj\n`;
  const table = `xref\n4 1\n${String(pdf.length).padStart(10, "0")} 00000 n \n`;
  const trailer = `trailer <</Size 5 /Root 1 0 R /Info 4 0 R /Prev ${before}>>\n`;
  const end = `startxref\n${pdf.length + info.length}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(`${info}${table}${trailer}${end}`, "latin1")]);
}
