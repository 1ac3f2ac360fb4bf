import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import type { QuestDataPoint } from "../../src/contract/data-points.ts";
import type { Quest } from "../../src/contract/quests.ts";
import { makePhoto } from "../../test/make-photo.ts";
import { demoPassword, type RunningCairn, startServer } from "../cairn-server.ts";
import type { Driver, Launch } from "./driver.ts";
import { firefox } from "./firefox.ts";
import { makeLine } from "./line.ts";
import { Person } from "./person.ts";
import { webkit } from "./webkit.ts";

/** The journeys that every engine has to do, on a phone's size. */

const questName = "Bark and Girth of the Blue Ridge";
const place = { latitude: 38.51834, longitude: -78.43701, accuracy: 7 };
const girthLabel = "ree circumference";

let line: Awaited<ReturnType<typeof makeLine>>;
let server: RunningCairn;
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-engines-"));
  line = await makeLine();
  server = await startServer({ DEMO: "1", DEMO_PASSWORD: demoPassword, PUBLIC_URL: line.url }, "engines-server");
  line.goesTo(server.url);
});
test.afterAll(async () => {
  line?.close();
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

for (const engine of [webkit, firefox]) {
  test.describe(engine.name, () => {
    const missing = engine.whyNot();
    if (missing) console.warn(`NOT RUN: the journeys in ${engine.name}: ${missing}`);
    test.skip(missing !== undefined, missing);

    let profile: string;
    let driver: Driver | undefined;
    let person: Person;

    const open = async (how: Partial<Launch> = {}) => {
      driver = await engine.launch({ profile, isPrivate: false, size: { width: 390, height: 844 }, place, ...how });
      person = new Person(driver);
      return driver;
    };
    const page = () => {
      if (!driver) throw new Error("no browser is open");
      return driver;
    };
    const kill = async () => {
      await driver?.kill();
      driver = undefined;
    };
    const goTo = (path: string) => page().goTo(line.url + path);

    test.beforeEach(async () => {
      profile = await mkdtemp(join(folder, "profile-"));
    });
    test.afterEach(async () => {
      await kill();
      line.mend();
    });

    const readStorage = (key: string) => page().run<string | null>(`(key) => localStorage.getItem(key)`, key);

    const signIn = async (username: string) => {
      await goTo("/");
      await person.presses("Account");
      await person.presses("Log In");
      await person.types("Username or email", username);
      await person.types("Password", demoPassword);
      await person.presses("Sign in");
      await person.until("the app has a token", async () => (await readStorage("jwt")) !== null);
      // Leaving the phone's first page in its first second is an open case: docs/phones.md.
      await person.sees(questName);
      await pause(2_000);
      return (await readStorage("jwt")) ?? "";
    };

    const joinQuest = async (username: string, token: string) => {
      const quests = (await (await fetch(`${server.url}/api/quests`)).json()) as Quest[];
      const quest = quests.find(({ quest_name }) => quest_name === questName);
      if (!quest) throw new Error(`The demo has no quest ${questName}.`);
      const joined = await fetch(`${server.url}/api/adventurers/${username}/quests/${quest.id}/sign-up`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
      });
      expect([200, 409]).toContain(joined.status);
      return quest.id;
    };

    const listArrived = async (username: string, questId: number, token: string) => {
      const answer = await fetch(`${server.url}/api/adventurers/${username}/quests/${questId}/data`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return ((await answer.json()) as QuestDataPoint[]).map(({ additional_data }) =>
        Number(additional_data?.tree_width),
      );
    };

    const measure = async (girth: number) => {
      const photo = await makePhoto({ uniqueSeed: `${engine.name} ${girth}`, width: 1280, height: 960 });
      const path = join(folder, `tree-${girth}.jpg`);
      await writeFile(path, photo);
      await person.until("the form asks for a photo", () =>
        page().run<boolean>(`() => document.querySelector('input[name="file"]') !== null`, null),
      );
      await page().setFiles('input[name="file"]', [path]);
      await person.types(girthLabel, String(girth));
      await person.presses("Add Data Point");
      await person.sees("Saved on this phone");
      return createHash("sha256").update(photo).digest("hex");
    };

    const untilKept = () =>
      person.until("the service worker has the app", () =>
        page().run<boolean>(`() => navigator.serviceWorker.controller?.state === "activated"`, null),
      );

    test("the main job: online, offline, killed with a point waiting, delivered with equal hashes", async () => {
      await open();
      const token = await signIn("bob");
      const questId = await joinQuest("bob", token);
      const before = await listArrived("bob", questId, token);
      await goTo(`/quests/${questId}/data`);
      await untilKept();
      const hashes = [await measure(101)];
      await person.sees("Uploaded. You can start the next one.");
      line.cut();
      hashes.push(await measure(102));
      await kill();
      await open();
      await goTo(`/quests/${questId}/data`);
      await person.sees("Upload New Data Point");
      await person.sees("102 cm");
      line.mend();
      await expect
        .poll(async () => (await listArrived("bob", questId, token)).length, { timeout: 60_000 })
        .toBe(before.length + 2);
      expect(await listArrived("bob", questId, token)).toEqual(expect.arrayContaining([101, 102]));
      expect(await storedHashes()).toEqual(expect.arrayContaining(hashes));
    });

    test("in a private window a point with a photo is saved and sent", async () => {
      await open({ isPrivate: true });
      const token = await signIn("alice");
      const questId = await joinQuest("alice", token);
      await goTo(`/quests/${questId}/data`);
      await untilKept();
      line.cut();
      const before = await listArrived("alice", questId, token);
      const hash = await measure(201);
      line.mend();
      // The other engine has sent such a tree, too.
      await expect
        .poll(async () => (await listArrived("alice", questId, token)).length, { timeout: 60_000 })
        .toBe(before.length + 1);
      expect(await storedHashes()).toContain(hash);
    });

    test("after twenty loads that are left at once, a joined quest opens without a line and its form saves", async () => {
      await open();
      const token = await signIn("bob");
      const questId = await joinQuest("bob", token);
      await goTo(`/quests/${questId}/data`);
      await person.sees("Upload New Data Point");
      await untilKept();
      for (let load = 0; load < 20; load += 1) {
        await goTo(load % 2 === 0 ? `/quests/${questId}` : `/quests/${questId}/data`);
        await pause(450);
      }
      line.cut();
      await goTo(`/quests/${questId}/data`);
      await measure(301);
      await kill();
      await open();
      await goTo(`/quests/${questId}/data`);
      await person.sees("301 cm");
      await measure(302);
    });
  });
}

async function storedHashes(): Promise<string[]> {
  const photos = join(server.dataDir, "photos");
  const entries = await readdir(photos, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) =>
      createHash("sha256")
        .update(await readFile(join(parentPath, name)))
        .digest("hex"),
    ),
  );
}
