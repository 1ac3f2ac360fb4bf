import { createHash, createHmac } from "node:crypto";
import { type CallName, calls } from "../../src/contract/all-calls.ts";
import type { Posted } from "../receiver.ts";
import { type LiveQuest, postedOf, type Running } from "./live-quest.ts";
import { factsOf, type PrivateQuest, wordFrom } from "./private-quests.ts";

/** What a visitor got: status, headers and body by what they asked for. */
export type Answers = ReadonlyMap<string, string>;

type VisitorRoute = {
  [Name in CallName]: (typeof calls)[Name]["access"] extends "visitor" ? Name : never;
}[CallName];

type Known = { quest: PrivateQuest; live: LiveQuest; organizationId: number };

/** Below `/api`. A new call for visitors doesn't compile without a line here. */
const addresses: { [Name in VisitorRoute]: (known: Known) => readonly string[] } = {
  listQuests: ({ organizationId }) => ["/quests", `/quests?organization_id=${organizationId}&near=50.1,8.2&limit=5`],
  listQuestClusters: () => [`/quests/clusters?${everywhere}&zoom=18`],
  getQuest: ({ live: { id } }) => [`/quests/${id}`],
  getQuestProtocol: ({ live: { id } }) => [`/quests/${id}/protocols/1`, `/quests/${id}/protocols/2`],
  getLesson: ({ live: { id } }) => [`/quests/${id}/lesson`],
  getOrganization: ({ organizationId }) => [`/organizations/${organizationId}`],
  getList: ({ live: { listId } }) => [
    ...["", "?version=1", "?q=nest", "?q=Nest b&limit=1", "?q=50"].map((query) => `/lists/${listId}${query}`),
  ],
  getPicture: ({ live: { pictureId } }) => [`/pictures/${pictureId}`],
  getSound: ({ live: { pictureId } }) => [`/sounds/${pictureId}`],
  getClientConfiguration: () => ["/config"],
  getQuestResults: ({ live: { id } }) => [`/quests/${id}/results`],
  listPublicPoints: (known) => [
    ...["", "?limit=2", ...boxesOf(known).map((box) => `?bbox=${box}`)].map(
      (query) => `/quests/${known.live.id}/results/points${query}`,
    ),
  ],
  listPublicPointClusters: (known) => [
    ...[...boxesOf(known), everywhere.slice("bbox=".length)].flatMap((box) =>
      [0, 18].map((zoom) => `/quests/${known.live.id}/results/clusters?bbox=${box}&zoom=${zoom}`),
    ),
  ],
  getPublicPhoto: ({ live: { id, points } }) =>
    points.map((point) => `/quests/${id}/results/points/${point.id}/photos/${point.id}`),
  listReleases: ({ live: { id } }) => [`/quests/${id}/releases`],
  getRelease: ({ live: { id } }) => [`/quests/${id}/releases/1`],
  // Those that there are, are found as links.
  getReleaseFile: ({ live: { id } }) => [`/quests/${id}/releases/1/files/quest-${id}-release-1.csv`],
  getReleaseCitation: ({ live: { id } }) =>
    ["datacite", "json-ld", "csl", "bibtex"].map((format) => `/quests/${id}/releases/1/citation?format=${format}`),
  listPublicStations: ({ live: { id } }) => [`/quests/${id}/results/stations`],
  getPublicStationSeries: ({ live: { id, stations } }) =>
    stations.map((station) => `/quests/${id}/results/stations/${station}`),
  exportProtocol: ({ live: { id } }) => [`/quests/${id}/protocol.xlsx`],
  getTexts: () => ["/texts/en/results"],
  getAllTexts: () => ["/texts/de"],
  getSharedContribution: ({ live: { id, sharedNumber } }) => [`/quests/${id}/shared/${sharedNumber}`],
  getMapTile: () => ["/tiles/1/0/0"],
  getMapFileTile: () => ["/map-file/1/0/0"],
  getStaticMap: () => ["/static_map?coordinates=50,8"],
};

const everywhere = "bbox=-180,-85,180,85";

/** Around the exact positions of one world: who knows or guesses a place must not get it confirmed. */
const boxesOf = ({ quest, live }: Known) =>
  live.points.map(({ isPublished }, point) => {
    const [west, south] = factsOf({ quest, world: "one", point, isPublished }).position;
    return [west - 0.00001, south - 0.00001, west + 0.00001, south + 0.00001].map((each) => each.toFixed(5)).join();
  });

/** Below `/ogc`, also asking for what only one world has. */
const featurePaths = (known: Known): string[] => {
  const { quest, live } = known;
  const collection = `/ogc/collections/quest-${live.id}`;
  const questions = live.points.flatMap(({ isPublished }, point) => {
    const { measuredAt } = factsOf({ quest, world: "one", point, isPublished });
    const hour = [measuredAt, new Date(measuredAt.getTime() + 3_600_000)].map((each) => each.toISOString());
    return [`datetime=${hour.join("/")}`, `bbox=${boxesOf(known)[point]}`];
  });
  const filters = live.keys.filter((_, index) => index % 4 === 0).map((key) => `${key}=${wordFrom(quest.seed, key)}`);
  return [
    ...["/ogc", "/ogc/api", "/ogc/conformance", "/ogc/collections", collection, `${collection}/items`],
    ...["f=html", "limit=1", ...questions, ...filters].map((query) => `${collection}/items?${query}`),
    ...live.points.map(({ id }) => `${collection}/items/${id}`),
  ];
};

/** What chats, search engines and other sites read. */
const pagePaths = ({ live: { id, sharedNumber } }: Known): string[] =>
  ["", "/results", "/results/embed", `/shared/${sharedNumber}`, "/releases/1"].map((rest) => `/quests/${id}${rest}`);

/** Everything that a visitor can ask for about a quest, and what its webhooks were told. */
export async function askEverything(running: Running, quest: PrivateQuest, live: LiveQuest): Promise<Answers> {
  const known = { quest, live, organizationId: running.organizationId };
  const answers = new Map<string, string>();
  // Its address is made by chance; only members are told it.
  const named = (text: string) => withoutChance(text).replaceAll(live.pictureId, "picture");
  const ask = async (path: string) => {
    const name = named(path);
    if (answers.has(name)) return "";
    answers.set(name, "asked");
    const { shown, text } = await get(running.api.origin + path);
    answers.set(name, named(shown));
    return text;
  };
  const paths = [
    ...Object.values(addresses).flatMap((list) => list(known).map((path) => `/api${path}`)),
    ...featurePaths(known),
    ...pagePaths(known),
  ];
  const found = new Set<string>();
  for (const path of paths) for (const link of linksIn(await ask(path))) found.add(link);
  for (const link of found) await ask(link);
  const posted = postedOf(running, live.id).map((each) => showPosted(each, live.webhookSecret));
  answers.set("webhooks", [...new Set(posted)].sort().join("\n"));
  return answers;
}

/** Pictures, recordings, files and further pages are asked for where answers name them. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/cairn\.example(\/api\/(?:photos|files|quests)\/[^"\s<>\\]+)/g)]
    .map(([, path = ""]) => path.replaceAll("&amp;", "&"))
    .filter((path) => !path.includes("{"));

/** Headers that depend on the moment, the connection, and how much the visitor has asked for. */
const otherHeaders = /^(date|connection|keep-alive|transfer-encoding|x-ratelimit-.*)$/;
/** Random (version 4), so it tells nothing. */
const randomId = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
/** The tag of a photo's file in the store; the photo itself is compared. */
const tagOfPhoto = new RegExp(`^"${randomId}-(display|thumbnail)"$`);

async function get(address: string): Promise<{ shown: string; text: string }> {
  const response = await fetch(address, { redirect: "manual", headers: { "accept-encoding": "identity" } });
  const body = Buffer.from(await response.arrayBuffer());
  const isText = /json|text|xml|javascript|svg|bibtex|csv/.test(response.headers.get("content-type") ?? "");
  const text = isText ? body.toString() : "";
  const link = response.headers.get("link") ?? "";
  // What only counts or hashes the answer tells no more than the answer, which is compared without chance.
  const hash = createHash("sha256").update(body).update(link).digest("base64url").slice(0, 27);
  const explained = (name: string, value: string) => {
    if (name === "content-length" && isText && value === String(body.length)) return "of the body";
    if (name === "etag" && (value === `W/"${hash}"` || tagOfPhoto.test(value))) return "of the answer";
    return value;
  };
  const headers = [...response.headers]
    .filter(([name]) => !otherHeaders.test(name))
    .map(([name, value]) => `${name}: ${explained(name, value)}`);
  const shown = [response.status, ...headers, "", isText ? text : body.toString("base64")].join("\n");
  return { shown, text: `${link}\n${text}` };
}

/** A message with its headers, unless they are of the message, of chance or of the moment when it was sent. */
function showPosted({ headers, body }: Posted, secret: string): string {
  const { "webhook-id": id, "webhook-timestamp": sentAt } = headers;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${sentAt}.${body}`).digest("base64");
  const secondsAgo = Date.now() / 1_000 - Number(sentAt);
  const isExplained: Record<string, boolean> = {
    "webhook-id": new RegExp(`^msg_${randomId}$`).test(String(id)),
    "webhook-timestamp": secondsAgo > -60 && secondsAgo < sendingSeconds,
    "webhook-signature": headers["webhook-signature"] === `v1,${signature}`,
    "content-length": headers["content-length"] === String(Buffer.byteLength(body)),
    // It is the test's own receiver.
    host: true,
  };
  const shown = Object.entries(headers).map(([name, value]) => `${name}: ${isExplained[name] ? "explained" : value}`);
  return [...shown, "", withoutChance(body)].join("\n");
}
/** Within which a test has its messages sent; what was measured is months ago. */
const sendingSeconds = 3_600;

/**
 * What is made by chance or by the clock when somebody asks or publishes, at these places only. None of it comes from a
 * data point: addresses are signed with the server's key and last for one to two hours; the others say when the database
 * counted, or a message or a release was asked for.
 */
const byChance: readonly [RegExp, string][] = [
  [/([?&])expires=\d+&(?:amp;)?signature=[\w-]+/g, "$1signed"],
  [/"(as_of|timestamp|published_at|requested_at)":"[^"]*"/g, '"$1":"then"'],
];

function withoutChance(text: string): string {
  return byChance.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

/** Calls of visitors that do something, which there are none of. */
export const writingRoutes = Object.values(calls).filter(
  ({ access, method }) => access === "visitor" && (method as string) !== "GET",
);

/** Where two worlds differ, with the first bytes that do. */
export function differencesOf(one: Answers, other: Answers): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [left, right] = [one.get(name), other.get(name)];
    if (left === right) return [];
    if (left === undefined || right === undefined) return [`${name}: only one world has it`];
    const [inOne, inOther] = [bodyOf(left), bodyOf(right)];
    return [`${name}\n${inOne === inOther ? showDifference(left, right) : showDifference(inOne, inOther)}`];
  });
}

const bodyOf = (answer: string) => answer.slice(answer.indexOf("\n\n"));

function showDifference(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at++;
  const around = (text: string) => `  ${text.slice(Math.max(0, at - 120), at + 80)}`;
  return `${around(one)}\n${around(other)}`;
}
