import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import type { QuestDataPoint } from "../src/contract/data-points.ts";
import { expect, signIn, storageOf, test } from "./harness.ts";
import { makeLine } from "./line.ts";
import { readRecords } from "./outbox.ts";
import { inOutbox, serveOutbox } from "./outbox-page.ts";
import { createQuest, joinQuest } from "./protocol-quests.ts";

// Service workers' requests would bypass these tests' routes.
test.use({ serviceWorkers: "block" });
test.beforeEach(async ({ context }) => serveOutbox(context));

type QuestOfTrees = { id: number; name: string; protocolVersion: number };

const account = "bob";

/** Bob, who joined a new quest, on a page that loads little. */
async function joinNewQuest(page: Page, request: APIRequestContext): Promise<QuestOfTrees> {
  const quest = await createQuest(request, { name: `Girths in the outbox ${randomUUID()}` });
  await joinQuest(request, account, quest.id);
  await signIn(page, account);
  await page.goto("/outbox");
  return { id: quest.id, name: quest.quest_name, protocolVersion: quest.protocol_version ?? 0 };
}

async function listArrived(page: Page, request: APIRequestContext, questId: number) {
  const token = await page.evaluate(() => localStorage.getItem("jwt"));
  const response = await request.get(`/api/adventurers/${account}/quests/${questId}/data`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()) as QuestDataPoint[];
}

const statesOf = (page: Page) =>
  inOutbox(page, async (outbox, account) => (await outbox.listRecords(account)).map(({ state }) => state), account);

const save = (page: Page, quest: QuestOfTrees, count = 1, photoBytes = 60_000) =>
  inOutbox(
    page,
    (outbox, { account, quest, count, photoBytes }) => outbox.savePoints(account, quest, { count, photoBytes }),
    { account, quest, count, photoBytes },
  );

const receiptsOf = (points: readonly { id: string; sha256: string | null }[]) =>
  points.map(({ id, sha256 }) => ({ id, sha256 }));

const uploads = "**/data/uploads?**";

test("saved data points are sent oldest first, and the receipt deletes their photos; one of two tabs sends, and the other takes over when it closes", async ({
  page,
  context,
  request,
}) => {
  const quest = await joinNewQuest(page, request);
  const sentBy: Page[] = [];
  await context.route(uploads, async (route) => {
    sentBy.push(route.request().frame().page());
    await route.continue();
  });
  const second = await context.newPage();
  await second.goto("/outbox");
  const saved = await save(second, quest, 3);
  await expect.poll(async () => receiptsOf(await listArrived(second, request, quest.id))).toEqual(receiptsOf(saved));
  await expect.poll(() => statesOf(second)).toEqual(["delivered", "delivered", "delivered"]);
  const photos = await Promise.all(
    saved.map(({ localId }) =>
      inOutbox(second, async (outbox, localId) => (await outbox.findPhoto(localId, "file"))?.size, localId),
    ),
  );
  expect(photos).toEqual([undefined, undefined, undefined]);
  expect(sentBy).toEqual([page, page, page]);

  await page.close();
  await save(second, quest, 1);
  await expect.poll(() => statesOf(second)).toEqual(Array(4).fill("delivered"));
  expect(sentBy).toEqual([page, page, page, second]);
  expect(await listArrived(second, request, quest.id)).toHaveLength(4);
});

test("a tab that crashes while sending loses nothing and sends nothing twice", async ({ page, context, request }) => {
  const quest = await joinNewQuest(page, request);
  let arrived: () => void = () => {};
  const stored = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  // The server stores it, but the page gets no response.
  await context.route(uploads, async (route) => {
    await route.fetch();
    arrived();
  });
  const [saved] = await save(page, quest);
  await stored;
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  // It never answers.
  void session.send("Page.crash").catch(() => {});
  await crashed;
  await context.unroute(uploads);
  const next = await context.newPage();
  await next.goto("/outbox");
  await expect.poll(() => statesOf(next)).toEqual(["delivered"]);
  expect(receiptsOf(await listArrived(next, request, quest.id))).toEqual(receiptsOf(saved ? [saved] : []));
});

test("after a broken connection a photo resumes where the server has it; one damaged on the way starts again, and arrives", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const quest = await joinNewQuest(page, request);
  const line = await makeLine();
  line.goesTo(baseURL ?? "");
  const overLine = (url: string) => url.replace(baseURL ?? "", line.url);
  try {
    for (const address of [uploads, "**/api/uploads/**"]) {
      await context.route(address, (route) => route.continue({ url: overLine(route.request().url()) }));
    }
    const sent: { call: string; offset: string | undefined; body: string }[] = [];
    page.on("request", (request) => {
      const call = `${request.method()} ${new URL(request.url()).pathname.replace(/[0-9a-f-]{36}/, "ID")}`;
      if (!call.includes("/uploads")) return;
      sent.push({ call, offset: request.headers()["upload-offset"], body: request.postData() ?? "" });
    });
    const offsetsHeld: (string | undefined)[] = [];
    page.on("response", (response) => {
      if (response.request().method() === "HEAD") offsetsHeld.push(response.headers()["upload-offset"]);
    });
    const findPoint = () =>
      inOutbox(page, async (outbox, account) => (await outbox.listRecords(account)).at(0), account);
    const sendNow = () => inOutbox(page, (outbox) => outbox.sendNow(), undefined);

    line.breakAfter(150_000);
    const saved = await save(page, quest, 1, 850_000);
    await expect
      .poll(findPoint)
      .toMatchObject({ state: "waiting", attempts: 1, problem: { code: "line_broke" }, uploads: {} });
    line.breakAfter(150_000);
    await sendNow();
    await expect
      .poll(findPoint)
      .toMatchObject({ state: "waiting", attempts: 2, uploads: { file: expect.stringContaining("/api/uploads/") } });
    line.mend();
    await sendNow();
    await expect.poll(findPoint).toMatchObject({ state: "delivered", uploads: {} });

    const toUpload = `POST /api/adventurers/${account}/quests/${quest.id}/data/uploads`;
    const [none, held = ""] = offsetsHeld;
    expect(sent.map(({ call }) => call.replace(/^(PATCH|HEAD) .*/, "$1"))).toEqual([
      toUpload,
      "POST /api/uploads/",
      "HEAD",
      "PATCH",
      "HEAD",
      "PATCH",
      "PATCH",
      toUpload,
    ]);
    expect(none).toBe("0");
    expect(Number(held)).toBeGreaterThan(100_000);
    expect(sent.flatMap(({ call, offset }) => (call.startsWith("PATCH") ? [offset] : []))).toEqual([
      "0",
      held,
      String(Number(held) + 262_144),
    ]);
    expect(sent.at(-1)?.body).toContain('name="upload:file"');
    expect(sent.at(-1)?.body).not.toContain("filename=");
    expect(receiptsOf(await listArrived(page, request, quest.id))).toEqual(receiptsOf(saved));
    const photo = await inOutbox(
      page,
      async (outbox, localId) => (await outbox.findPhoto(localId, "file"))?.size,
      saved[0]?.localId ?? "",
    );
    expect(photo).toBeUndefined();

    const parts = new Set<string>();
    page.on("request", (request) => {
      if (request.method() === "PATCH") parts.add(new URL(request.url()).pathname);
    });
    line.breakAfter(150_000);
    const [damaged] = await save(page, quest, 1, 850_000);
    await expect.poll(findPoint).toMatchObject({ state: "waiting", problem: { code: "line_broke" } });
    line.damageNext();
    line.mend();
    await sendNow();
    await expect.poll(findPoint).toMatchObject({ state: "waiting", problem: { code: "photo_checksum_mismatch" } });
    expect(await findPoint()).toHaveProperty("uploads", {});
    const token = await page.evaluate(() => localStorage.getItem("jwt"));
    expect(parts.size).toBe(1);
    for (const path of parts) {
      const headers = { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0" };
      expect((await request.head(path, { headers })).status()).toBe(404);
    }
    await sendNow();
    await expect.poll(findPoint).toMatchObject({ state: "delivered", attempts: 3 });
    expect(receiptsOf(await listArrived(page, request, quest.id))).toEqual(
      receiptsOf([...saved, ...(damaged ? [damaged] : [])]),
    );
  } finally {
    line.close();
  }
});

test("a data point that may have arrived is withdrawn when it is changed or discarded", async ({
  page,
  context,
  request,
}) => {
  const quest = await joinNewQuest(page, request);
  await context.route(uploads, async (route) => {
    await route.fetch();
    await route.abort();
  });
  const [changed, discarded] = await save(page, quest, 2);
  if (!changed || !discarded) throw new Error("two points");
  await expect.poll(() => listArrived(page, request, quest.id)).toHaveLength(2);
  await inOutbox(page, (outbox, localId) => outbox.discard(localId), discarded.localId);
  const id = await inOutbox(
    page,
    async (outbox, localId) => {
      const draft = await outbox.reopen(localId);
      return (await outbox.savePoint({ ...draft, values: { tree_width: 77 } })).id;
    },
    changed.localId,
  );
  await context.unroute(uploads);
  await page.reload();
  await expect.poll(() => statesOf(page)).toEqual(["delivered"]);
  await expect.poll(async () => (await listArrived(page, request, quest.id)).map((point) => point.id)).toEqual([id]);
  const [point] = await listArrived(page, request, quest.id);
  expect(point).toMatchObject({ sha256: changed.sha256, additional_data: { tree_width: 77 } });
});

test("what a full device has no room for stays in the tab, and the rest is sent", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  // Before the first write, because the browser rarely updates its quota.
  const session = await context.newCDPSession(page);
  const { origin } = new URL(baseURL ?? "");
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 300_000 });
  const quest = await joinNewQuest(page, request);
  await context.setOffline(true);
  const saved = await save(page, quest, 12);
  expect(await statesOf(page)).toEqual(Array(12).fill("waiting"));
  const stored = (await readRecords(page)).length;
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThan(12);
  await context.setOffline(false);
  await expect.poll(() => listArrived(page, request, quest.id)).toHaveLength(stored);
  const arrived = receiptsOf(await listArrived(page, request, quest.id));
  expect(arrived).toEqual(expect.arrayContaining(receiptsOf(saved.slice(0, stored))));
  // The app sends what is in its own tab; this is a second outbox of the page, for which nobody sends.
  const waiting = async () => (await statesOf(page)).filter((state) => state === "waiting");
  await expect.poll(waiting).toHaveLength(12 - stored);
});

test("after the sign-in expires, data points wait for their own account", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const quest = await joinNewQuest(page, request);
  await context.setOffline(true);
  await save(page, quest);
  // Left before the line is back, so that this page can't begin to send.
  await page.goto("about:blank");
  await context.setOffline(false);
  const become = async (username: string) => {
    const { origins } = await storageOf(username, baseURL ?? "");
    await page.goto("/api/health/live");
    await page.evaluate(
      (items) => {
        localStorage.clear();
        for (const { name, value } of items) localStorage.setItem(name, value);
      },
      origins.flatMap(({ localStorage }) => localStorage),
    );
    await page.goto("/");
  };
  const requests: string[] = [];
  page.on("request", (sent) => requests.push(sent.url()));
  await become("alice");
  await expect(page.getByText("Welcome back.")).toBeVisible();
  expect(await statesOf(page)).toEqual(["waiting"]);
  expect(requests.filter((url) => url.includes("/data/uploads"))).toEqual([]);
  await become(account);
  await expect.poll(() => statesOf(page)).toEqual(["delivered"]);
  expect(await listArrived(page, request, quest.id)).toHaveLength(1);
});

test("what the oldest app left is found again, with its photo", async ({ page, context }) => {
  await context.route("**/before-the-app", (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>Nothing.</p>" }),
  );
  await page.goto("/before-the-app");
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("cairn", 3);
        opening.onupgradeneeded = () => {
          const made = opening.result;
          made.createObjectStore("draft-photos");
          made.createObjectStore("records", { keyPath: "localId" }).createIndex("by-account", "account");
          made.createObjectStore("photos").createIndex("by-account", "account");
          made.createObjectStore("withdrawals", { keyPath: "id" }).createIndex("by-account", "account");
        };
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(["records", "photos"], "readwrite");
          transaction.objectStore("records").put({ localId: "1", account: "alice", kind: "point", state: "waiting" });
          const photo = new File(["bark"], "bark.jpg", { type: "image/jpeg" });
          transaction.objectStore("photos").put({ account: "alice", photo }, "1/file");
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  await page.goto("/");
  const found = await inOutbox(
    page,
    async (outbox) => {
      const records = await outbox.listRecords("alice");
      const photo = await outbox.findPhoto("1", "file");
      return [records.map(({ state }) => state), photo?.name, photo?.type, await photo?.text()];
    },
    undefined,
  );
  expect(found).toEqual([["waiting"], "bark.jpg", "image/jpeg", "bark"]);
});

test("a database of a newer version is left alone, and the page says so", async ({ page, context }) => {
  await context.route("**/before-the-app", (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>Nothing.</p>" }),
  );
  await page.goto("/before-the-app");
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("cairn", 99);
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      }),
  );
  await page.goto("/");
  const reason = await inOutbox(
    page,
    (outbox) => outbox.listRecords("alice").catch((error: { reason?: string }) => error.reason),
    undefined,
  );
  expect(reason).toBe("newer");
  expect(
    await page.evaluate(async () => (await indexedDB.databases()).map(({ name, version }) => [name, version])),
  ).toEqual([["cairn", 99]]);
});

test("if the browser stores nothing, records stay in memory while the page is open", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "indexedDB", { value: undefined });
  });
  await signIn(page, account);
  await page.goto("/outbox");
  await save(page, { id: 1, name: "Girths", protocolVersion: 1 });
  expect(await statesOf(page)).toEqual(["waiting"]);
});
