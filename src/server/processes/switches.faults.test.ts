import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import getPort from "get-port";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type CairnProcess, killCairnProcess, startCairnProcess } from "../../../test/cairn-process.ts";
import { makeDataFolder, removeDataFolder } from "../../../test/data-folder.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { type FakePlantnet, startFakePlantnet } from "../../../test/fake-plantnet.ts";
import { type FakeTileServer, startFakeTileServer } from "../../../test/fake-tile-server.ts";
import type { HttpPage } from "../../../test/http-browser.ts";
import { testEncryptionKey } from "../../../test/identity-server.ts";
import { testPassword as password } from "../../../test/identity-test-data.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { SignInJourney, type Tokens } from "../../../test/sign-in-journey.ts";
import type { Quest } from "../../contract/quests.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** `test/fast-timers.ts` has the longest timers due after 9 s. */
const pastTheLongestTimerMs = 12_000;

let database: TestDatabase;
let dataDir: string;
let plantnet: FakePlantnet;
let tiles: FakeTileServer;
let url: string;
let metricsPort: number;
let cairn: CairnProcess;
const mailServer = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS", "AUTH"] });
const textMessages = createServer((request, response) => void request.resume().on("end", () => response.end()));

beforeAll(async () => {
  [database, dataDir] = await Promise.all([createTestDatabase(), makeDataFolder("cairn-switches-")]);
  [plantnet, tiles] = await Promise.all([startFakePlantnet("a key"), startFakeTileServer()]);
  await Promise.all([mailServer, textMessages].map((server) => once(server.listen(0, "127.0.0.1"), "listening")));
  const terms = join(dataDir, "terms.md");
  await writeFile(terms, "Be **kind**.");
  const port = await getPort({ host: "127.0.0.1" });
  url = `http://localhost:${port}`;
  metricsPort = await getPort({ host: "127.0.0.1" });
  const environment = {
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: testEncryptionKey,
    PROCESSES: "2",
    METRICS_PORT: String(metricsPort),
    APP_ORIGINS: "https://app.example.org",
    TRUST_PROXY: "1",
    REQUIRE_SECOND_FACTOR: "admins",
    GROUPS_BY_NAME: "1",
    DEMO: "1",
    DEMO_PASSWORD: password,
    TERMS_FILE: terms,
    PHOTO_LICENCE: "CC BY 4.0 https://creativecommons.org/licenses/by/4.0/",
    SMTP_URL: `smtp://127.0.0.1:${portOf(mailServer.server)}`,
    SMTP_TLS: "optional",
    SMS_WEBHOOK_URL: `http://127.0.0.1:${portOf(textMessages)}/`,
    SMS_WEBHOOK_SECRET: "a secret of the webhook",
    TILE_URL: tiles.template,
    TILES_THROUGH_SERVER: "1",
    STATIC_MAP_URL: tiles.template,
    PLANTNET_API_KEY: "a key",
    PLANTNET_URL: plantnet.url,
    JOB_POLL_SECONDS: "1",
  };
  cairn = await startCairnProcess(environment, { preload: "fast-timers" });
});
afterAll(async () => {
  await killCairnProcess(cairn);
  await Promise.all([plantnet.close(), tiles.close()]);
  mailServer.close();
  textMessages.close();
  await database.drop();
  await removeDataFolder(dataDir);
});

type Person = { username: string; token: string };

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

it("with all switches on, requests succeed before and after the longest timer, and no process is lost", async () => {
  await expectServed(await signIn("tester"));
  expect((await signInPage("admin")).text).toContain("second step");
  await leaveUnread();
  await new Promise((resolve) => setTimeout(resolve, pastTheLongestTimerMs));

  await expectServed(await signIn("alice"));
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(figures).toMatch(/^cairn_processes_lost_total 0$/m);
  const failures = cairn.lines.filter((line) => /"level":[56]0/.test(line));
  expect(failures).toEqual([]);
});

/** Signs in on the hosted pages and accepts the terms. */
async function signIn(username: string): Promise<Person> {
  const journey = new SignInJourney(url);
  const flow = await journey.start();
  const terms = await journey.submitSignIn(flow, username, password);
  const version = /name="terms" value="([^"]+)"/.exec(terms.markup)?.[1] ?? "";
  const callback = await journey.browser.submit(terms, "/terms", { terms: version }, journey.isCallback);
  const { access_token: token } = (await (await journey.exchange(callback, flow.verifier)).json()) as Tokens;
  return { username, token };
}

async function expectServed({ username, token }: Person): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const photo = await makePhoto();
  const images = new FormData();
  images.set("image", new Blob([photo]), "leaf.jpg");
  const [quest] = (await (await fetch(`${url}/api/quests`)).json()) as Quest[];
  const answers: [string, RequestInit?][] = [
    ["/"],
    ["/terms"],
    ["/api/health/ready"],
    ["/api/quests"],
    [`/api/quests/${quest?.id}`],
    ["/api/quests/clusters?bbox=-180,-85,180,85&zoom=2"],
    ["/api/tiles/1/1/1"],
    ["/api/static_map?coordinates=22,-159"],
    [`/api/adventurers/${username}/quests`, { headers }],
    [`/api/adventurers/${username}/quests/${quest?.id}/sign-up`, { method: "POST", headers }],
    [`/api/adventurers/${username}/contributions`, { headers }],
  ];
  if (username === "tester") answers.push(["/api/plant_id", { method: "POST", headers, body: images }]);
  for (const [path, init] of answers) {
    const response = await fetch(`${url}${path}`, init);
    expect(response.status, `${path}: ${(await response.text()).slice(0, 300)}`).toBe(200);
  }
}

/** Sends a body that nobody reads, like a phone without permission. */
async function leaveUnread(): Promise<void> {
  const socket = connect(Number(new URL(url).port), "localhost");
  socket.on("error", () => undefined);
  socket.write("POST /api/quests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nbeginning");
  await once(socket, "data");
  socket.on("close", () => socket.destroy());
}

async function signInPage(username: string): Promise<HttpPage> {
  const journey = new SignInJourney(url);
  return journey.submitSignIn(await journey.start(), username, password);
}
