import { createHash } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, type TestInfo } from "@playwright/test";
import type { QuestDataPoint } from "../../src/contract/data-points.ts";
import { makePhoto, type TestPhoto } from "../../test/make-photo.ts";
import { demoPassword, type RunningCairn, startServer } from "../cairn-server.ts";
import { accessTokenOf, storageOf } from "../harness.ts";
import { makeLine } from "../line.ts";
import { copyBuild } from "./build-copy.ts";
import type { Driver, Engine, Launch, Tab } from "./driver.ts";
import { firefox } from "./firefox.ts";
import { Person } from "./person.ts";
import { webkit } from "./webkit.ts";

type Cairn = {
  server: RunningCairn;
  /** What browsers reach the server by. */
  line: Awaited<ReturnType<typeof makeLine>>;
  release: Awaited<ReturnType<typeof copyBuild>>["release"];
  folder: string;
};

/** A browser of the engine, with what it keeps. Killed and opened again, it still has that. */
export class Device {
  readonly #engine: Engine;
  readonly #cairn: Cairn;
  readonly #profile: string;
  #driver: Driver | undefined;
  #person: Person | undefined;
  readonly #people: Person[] = [];

  constructor(engine: Engine, cairn: Cairn, profile: string) {
    this.#engine = engine;
    this.#cairn = cairn;
    this.#profile = profile;
  }

  /** Opens the browser: on a phone's size, at a clearing beside the Skyline Drive. */
  async open(how: Partial<Launch> = {}): Promise<Person> {
    this.#driver = await this.#engine.launch({
      profile: this.#profile,
      isPrivate: false,
      size: { width: 390, height: 844 },
      place: { latitude: 38.51834, longitude: -78.43701, accuracy: 7 },
      ...how,
    });
    this.#person = this.#at(this.#driver);
    return this.#person;
  }

  get name(): string {
    return this.#engine.name;
  }

  async openTab(): Promise<Person> {
    return this.#at(await this.#open().openTab());
  }

  async kill(): Promise<void> {
    await this.#driver?.kill();
    this.#driver = undefined;
  }

  /** Whoever is in its first tab. */
  get person(): Person {
    if (!this.#person) throw new Error("no browser is open");
    return this.#person;
  }

  /** Errors in the console since the browser was opened. */
  readErrors(): Promise<string[]> {
    return this.#open().readErrors();
  }

  /** Waits for a file that the browser saves under this name. */
  async untilDownloaded(name: string): Promise<string> {
    const path = join(this.#profile, "downloads", name);
    await this.person.until(`${name} is downloaded`, async () => (await readFile(path)).length > 0);
    return readFile(path, "utf8");
  }

  /** Signs in on the hosted pages. */
  async signInByHand(username: string, password = demoPassword): Promise<void> {
    const { person } = this;
    await person.tab.run(`() => { window.isLeft = true; }`, null);
    await person.goTo("/");
    // It may have been there already, and a menu of the page that is left would go with it.
    await person.until("the page is loaded anew", () => person.tab.run<boolean>(`() => window.isLeft !== true`, null));
    await person.presses("Account");
    await person.presses("Log In");
    await person.types("Username or email", username);
    await person.types("Password", password);
    await person.presses("Sign in");
    await person.until("the app has a token", async () => (await person.reads("jwt")) !== null);
  }

  /** Opens a page of somebody who has signed in earlier. */
  async openAs(username: string, path: string): Promise<void> {
    // A page without a script.
    const picture = "/favicon.svg";
    const { origins } = await storageOf(username, this.#cairn.line.url);
    const { person } = this;
    await person.goTo(picture);
    await person.until("the server answers", () =>
      person.tab.run<boolean>(
        `(stored) => {
          if (location.pathname !== "${picture}") return false;
          for (const { name, value } of stored) localStorage.setItem(name, value);
          return true;
        }`,
        origins.flatMap(({ localStorage }) => localStorage),
      ),
    );
    await person.goTo(path);
  }

  /** A photo that only this engine takes, in a file. */
  async takePhoto(name: string, how: TestPhoto = {}): Promise<{ path: string; sha256: string }> {
    const photo = await makePhoto({ uniqueSeed: `${this.#engine.name} ${name}`, width: 1280, height: 960, ...how });
    const path = join(this.#profile, `${name}.jpg`);
    await writeFile(path, photo);
    return { path, sha256: sha256(photo) };
  }

  /** Writes what every tab shows into the test's results. */
  async tell(info: TestInfo): Promise<void> {
    for (const person of this.#people) {
      const page = await person.readPage().catch(String);
      await info.attach("page", { body: page, contentType: "text/plain" });
      const name = info.outputPath(`tab-${this.#people.indexOf(person) + 1}`);
      await writeFile(`${name}.txt`, page);
      const screenshot = await person.tab.takeScreenshot().catch(() => undefined);
      if (screenshot) await writeFile(`${name}.png`, screenshot);
    }
  }

  #at(tab: Tab): Person {
    const person = new Person(tab, this.#cairn.line.url);
    this.#people.push(person);
    return person;
  }

  #open(): Driver {
    if (!this.#driver) throw new Error("no browser is open");
    return this.#driver;
  }
}

type ForEach = { engine: Engine; device: Device };

/** Playwright's `test` with a server behind a line, and a device. */
export const test = base.extend<ForEach, { cairn: Cairn }>({
  engine: [webkit, { option: true }],
  cairn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use, info) => {
      const folder = await mkdtemp(join(tmpdir(), "cairn-engines-"));
      // The server's subprocesses read its files as other users.
      await chmod(folder, 0o755);
      const { main, release } = await copyBuild(folder);
      const line = await makeLine();
      const settings = { DEMO: "1", DEMO_PASSWORD: demoPassword, PUBLIC_URL: line.url };
      const server = await startServer(settings, `engines-server-${info.workerIndex}`, main);
      line.goesTo(server.url);
      // For the helpers that journeys in all browsers share.
      Object.assign(process.env, { CAIRN_E2E_URL: line.url, CAIRN_E2E_DATA: server.dataDir });
      await use({ server, line, release, folder });
      line.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ cairn }, use) => use(cairn.server.url),
  device: async ({ engine, cairn }, use, info) => {
    const device = new Device(engine, cairn, await mkdtemp(join(cairn.folder, "profile-")));
    await use(device);
    if (info.status !== info.expectedStatus) await device.tell(info);
    await device.kill();
    cairn.line.mend();
  },
});

/** Defines journeys for each engine; where one is missing, it says so and how to install it. */
export function inEachEngine(define: () => void): void {
  for (const engine of [webkit, firefox]) {
    test.describe(engine.name, () => {
      const missing = engine.whyNot();
      if (missing) console.warn(`NOT RUN: the journeys in ${engine.name}: ${missing}`);
      test.skip(missing !== undefined, missing);
      test.use({ engine });
      define();
    });
  }
}

/** A volunteer's data points of a quest that the server has. */
export async function listArrived({ server }: Cairn, username: string, questId: number): Promise<QuestDataPoint[]> {
  const answer = await fetch(`${server.url}/api/adventurers/${username}/quests/${questId}/data`, {
    headers: { authorization: `Bearer ${await accessTokenOf(username)}` },
  });
  return (await answer.json()) as QuestDataPoint[];
}

/** SHA-256 of every file that the server stores. */
export async function storedHashes({ server }: Cairn): Promise<string[]> {
  const entries = await readdir(join(server.dataDir, "photos"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map(async ({ parentPath, name }) => sha256(await readFile(join(parentPath, name)))));
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
