import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { type FakeFault, startFakeArchive } from "../../../test/fake-archive.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { RunLater } from "../jobs/job-runner.ts";
import { loadConfig } from "../settings/config.ts";
import { ArchiveClient, ArchiveOutageError } from "./archive-client.ts";
import { depositRelease } from "./deposit-release.ts";
import * as files from "./release-queries.ts";

const token = "SECRET-token";
const archive = await startFakeArchive(token);
const api = usingApi({ DEPOSIT_URL: archive.url, DEPOSIT_TOKEN: token });
let organizationId: number;
let photo: Buffer;
let shared: number;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  photo = await makePhoto({ width: 32, height: 24 });
  shared = await released();
});
afterEach(() => {
  expect(JSON.stringify(api.log)).not.toContain(token);
  archive.forget();
  vi.restoreAllMocks();
});
afterAll(() => archive.close());

const never = new AbortController().signal;
const asked = {
  licence: "CC-BY-4.0",
  notes: "Measured with <tapes>.",
  authors: [{ name: "Ana Silva", orcid: "0000-0002-1825-0097" }, { name: "Ben Okoro" }],
};
const query = async (text: string, values: unknown[] = []) => (await api.database.pool.query(text, values)).rows;
const release = async (id: number, number = 1, as = "admin") =>
  (await api.call("GET", `/quests/${id}/releases/${number}`, { as })).body;
const deposit = (id: number, as = "admin", number = 1) =>
  api.call("POST", `/quests/${id}/releases/${number}/deposit`, { as });
const enterDoi = (id: number, doi: string) =>
  api.call("PUT", `/quests/${id}/releases/1/doi`, { as: "admin", json: { doi } });
const withdraw = (id: number) =>
  api.call("POST", `/quests/${id}/releases/1/withdrawal`, { as: "admin", json: { reason: "Wrong units." } });
const run = (id: number, signal = never) => depositRelease(api.services, { questId: id, number: 1 }, signal);

/** A quest with a published release. */
async function released(): Promise<number> {
  const { id } = await makeQuest(api, organizationId, { results: { visibility: "public", positions: "exact" } });
  await join(api, "alice", id);
  const { body } = await api.upload("alice", id, uploadForm(photo));
  await api.call("PUT", `/quest_data/${body.id}/review`, { as: "admin", json: { decision: "accepted" } });
  await nextRelease(id);
  return id;
}

async function nextRelease(id: number): Promise<void> {
  const { body } = await api.call("POST", `/quests/${id}/releases`, { as: "admin", json: asked });
  await vi.waitFor(async () => expect((await release(id, body.number)).state).toBe("published"), { timeout: 20_000 });
}

/** A deposit that nobody runs but the test; of the shared release, it starts as if there had been no other. */
async function waitingDeposit(id = shared): Promise<number> {
  if (id === shared) {
    await query("DELETE FROM release_deposits WHERE quest_id = $1", [id]);
    await query(
      `UPDATE releases SET doi = NULL, state = 'published', withdrawn_at = NULL, withdrawal_reason = NULL
       WHERE quest_id = $1`,
      [id],
    );
  }
  await query("INSERT INTO release_deposits (quest_id, number, archive) VALUES ($1, 1, $2)", [id, archive.url]);
  return id;
}

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000 });
const faultAt = (wanted: string, fault: FakeFault) => {
  archive.faultOf = (call) => (call === wanted ? fault : undefined);
};
const publishCall = "POST {id}/draft/actions/publish";

describe("a deposit", () => {
  it("[CALL-59] makes one public record with the description and the files of the release, and keeps its DOI", async () => {
    const id = await released();
    const { status, body } = await deposit(id);
    expect(status).toBe(202);
    expect(body).toMatchObject({ doi: null, deposit: { state: "waiting", archive: archive.url, failure: null } });
    await eventually(async () => expect((await release(id)).doi).not.toBeNull());
    const found = await release(id);
    const [record, ...others] = archive.published();
    expect(others).toEqual([]);
    expect(found).toMatchObject({ doi: record?.pids.doi?.identifier, deposit: { state: "deposited", progress: null } });
    expect(record?.metadata).toEqual({
      resource_type: { id: "dataset" },
      title: "Bark of the mango trees, release 1",
      creators: [
        {
          person_or_org: {
            type: "personal",
            family_name: "Ana Silva",
            identifiers: [{ scheme: "orcid", identifier: "0000-0002-1825-0097" }],
          },
        },
        { person_or_org: { type: "personal", family_name: "Ben Okoro" } },
      ],
      publication_date: found.published_at.slice(0, 10),
      publisher: "Department of Forest Ecology",
      version: "1",
      description: expect.stringContaining("<p>Measured with &lt;tapes&gt;.</p><p>1 accepted data points of 1 volun"),
      rights: [{ id: "cc-by-4.0" }],
      dates: [{ date: found.content.first_day, type: { id: "collected" } }],
      related_identifiers: [
        {
          identifier: found.address,
          scheme: "url",
          relation_type: { id: "isidenticalto" },
          resource_type: { id: "dataset" },
        },
      ],
    });
    const hashes = [...(record?.files ?? [])].map(([name, { content }]) => [
      name,
      createHash("sha256")
        .update(content ?? "")
        .digest("hex"),
    ]);
    expect(hashes).toEqual(found.files.map(({ name, sha256 }: { name: string; sha256: string }) => [name, sha256]));
  });

  it("[CALL-59] names the release before it, once that has a DOI", async () => {
    const id = await released();
    await enterDoi(id, "10.5281/zenodo.1");
    await nextRelease(id);
    await deposit(id, "admin", 2);
    await eventually(async () => expect((await release(id, 2)).doi).not.toBeNull());
    expect(archive.published()[0]?.metadata.related_identifiers).toContainEqual(
      expect.objectContaining({ identifier: "10.5281/zenodo.1", relation_type: { id: "isnewversionof" } }),
    );
  });

  it("is seen by the quest's coordinators only, and asked for by them", async () => {
    const id = await waitingDeposit();
    await makeMember(api, organizationId, "rita", "reviewer");
    await makeMember(api, organizationId, "cora", "coordinator");
    for (const as of ["visitor", "alice", "rita"]) {
      expect(await release(id, 1, as)).not.toHaveProperty("deposit");
      expect((await api.call("GET", `/quests/${id}/releases`, { as })).body[0]).not.toHaveProperty("deposit");
      expect((await deposit(id, as)).status).toBe(as === "visitor" ? 401 : 403);
    }
    expect((await release(id, 1, "cora")).deposit).toMatchObject({ state: "waiting" });
    expect((await api.call("GET", `/quests/${id}/releases`, { as: "cora" })).body[0].deposit.state).toBe("waiting");
    expect((await deposit(id, "cora")).status).toBe(409);
    expect((await api.call("GET", "/config")).body.archive_url).toBe(archive.url);
  });

  it("[CALL-59] is refused twice at once, with a DOI, withdrawn, unknown, or while it waits; then a DOI is too", async () => {
    const id = await released();
    let goOn = () => {};
    const held = new Promise<undefined>((resolve) => (goOn = () => resolve(undefined)));
    archive.faultOf = () => held;
    const statuses = (await Promise.all([deposit(id), deposit(id), deposit(id)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([202, 409, 409]);
    const waits = { code: "release_refused", detail: "This release is being deposited. Wait until that is done." };
    expect((await deposit(id)).body).toMatchObject(waits);
    expect((await enterDoi(id, "10.5281/zenodo.1")).body).toMatchObject(waits);
    goOn();
    await eventually(async () => expect((await release(id)).doi).not.toBeNull());
    expect(archive.published()).toHaveLength(1);
    const refused = "A release keeps its DOI, and only a published one can get one.";
    expect((await deposit(id)).body.detail).toBe(refused);
    const other = await released();
    await withdraw(other);
    expect((await deposit(other)).body.detail).toBe(refused);
    expect((await deposit(other, "admin", 9)).status).toBe(404);
  });
});

describe("a deposit that ends halfway", () => {
  it.each(["before", "after"] as const)(
    "goes on with the same record, whichever call was its last (lost %s it was done)",
    async (lost) => {
      const id = await waitingDeposit();
      const reset = async () => {
        archive.forget();
        await query("UPDATE releases SET doi = NULL WHERE quest_id = $1", [id]);
        await query("UPDATE release_deposits SET state = 'waiting', record_id = NULL WHERE quest_id = $1", [id]);
      };
      await run(id);
      const steps = archive.calls.length;
      const names = [...(archive.published()[0]?.files.keys() ?? [])];
      expect(steps).toBe(4 + 3 * names.length);
      for (let last = 1; last <= steps; last++) {
        await reset();
        const ending = new AbortController();
        archive.faultOf = () => {
          if (archive.calls.length !== last) return undefined;
          ending.abort();
          return { lost };
        };
        await expect(run(id, ending.signal)).rejects.toThrow(RunLater);
        expect((await release(id)).doi).toBeNull();
        archive.faultOf = () => undefined;
        await run(id);
        const [record, ...others] = archive.published();
        expect(others).toEqual([]);
        expect([...(record?.files.keys() ?? [])].sort()).toEqual([...names].sort());
        expect(await release(id)).toMatchObject({ doi: record?.pids.doi?.identifier, deposit: { state: "deposited" } });
      }
    },
    180_000,
  );

  it("keeps the record's DOI if only that was left, even of a withdrawn release", async () => {
    const id = await waitingDeposit(await released());
    faultAt(publishCall, { lost: "after" });
    await expect(run(id)).rejects.toThrow(ArchiveOutageError);
    archive.faultOf = () => undefined;
    await withdraw(id);
    await eventually(async () =>
      expect(await release(id)).toMatchObject({
        state: "withdrawn",
        doi: archive.published()[0]?.pids.doi?.identifier,
      }),
    );
    expect(archive.calls.filter((call) => call === publishCall)).toHaveLength(1);
  });

  it("takes the DOI if an attempt that was thought lost has published the record meanwhile", async () => {
    const id = await waitingDeposit();
    let isFirst = true;
    archive.faultOf = (call) => {
      if (call !== publishCall || !isFirst) return undefined;
      isFirst = false;
      for (const record of archive.records.values()) record.isPublished = true;
      return undefined;
    };
    await run(id);
    expect((await release(id)).doi).toBe(archive.published()[0]?.pids.doi?.identifier);
  });

  it("sends a file again that is at the archive with other bytes", async () => {
    const id = await waitingDeposit();
    faultAt(publishCall, { status: 503 });
    await expect(run(id)).rejects.toThrow(ArchiveOutageError);
    const [draft] = archive.records.values();
    const [name = "", file] = [...(draft?.files ?? [])][0] ?? [];
    file?.content?.fill(0);
    archive.forget();
    if (draft) archive.records.set(draft.id, draft);
    await run(id);
    expect(archive.calls.filter((call) => call.startsWith("PUT {id}/draft/files"))).toHaveLength(1);
    // The DOI is the one that the first attempt reserved.
    expect(archive.calls).not.toContain("POST {id}/draft/pids/doi");
    expect(
      archive
        .published()[0]
        ?.files.get(name)
        ?.content?.every((byte) => byte === 0),
    ).toBe(false);
  });

  it("starts anew if somebody deleted the draft at the archive", async () => {
    const id = await waitingDeposit();
    faultAt(publishCall, { status: 503 });
    await expect(run(id)).rejects.toThrow(ArchiveOutageError);
    archive.forget();
    await run(id);
    expect((await release(id)).doi).toBe(archive.published()[0]?.pids.doi?.identifier);
  });
});

describe("an archive", () => {
  it("that is down, busy or unintelligible is tried again, which the team sees", async () => {
    const id = await waitingDeposit();
    const huge = JSON.stringify({ id: "x".repeat(3_000_000) });
    for (const fault of [{ status: 500 }, { status: 429 }, { status: 200, text: "<p>Back soon" }, { text: huge }]) {
      archive.faultOf = () => fault;
      await expect(run(id)).rejects.toThrow(ArchiveOutageError);
      expect((await release(id)).deposit).toMatchObject({ state: "waiting", failure: "unreached", answer: null });
    }
    archive.faultOf = () => undefined;
    await run(id);
    expect(await release(id)).toMatchObject({ deposit: { state: "deposited", failure: null } });
    expect(archive.published()).toHaveLength(1);
  });

  it("that is down doesn't count as an attempt of the job", async () => {
    const id = await released();
    archive.faultOf = () => ({ status: 502 });
    await deposit(id);
    const jobs = () => query("SELECT attempts, last_error FROM jobs WHERE kind = 'deposit-release'");
    const outage = "the archive answered with the status 502";
    await eventually(async () => expect(await jobs()).toEqual([{ attempts: 0, last_error: outage }]));
    archive.faultOf = () => undefined;
    await query("UPDATE jobs SET run_at = now() WHERE kind = 'deposit-release'");
    api.services.jobs.wake();
    await eventually(async () => expect((await release(id)).doi).not.toBeNull());
  });

  it("that is too slow, answers at length, or can't be reached, is an outage", async () => {
    const client = new ArchiveClient({ url: archive.url, token });
    archive.faultOf = () => ({ status: 200, text: JSON.stringify({ id: "a", filling: "x".repeat(3_000_000) }) });
    await expect(client.findRecord("a", never)).rejects.toThrow("the archive gave no answer (RangeError)");
    const slow = new ArchiveClient({ url: archive.url, token, timeoutMs: 1 });
    archive.faultOf = () => new Promise(() => {});
    await expect(slow.findRecord("a", never)).rejects.toThrow("the archive gave no answer (TimeoutError)");
    const content = (async function* () {
      yield Buffer.alloc(10);
    })();
    archive.faultOf = (call) => (call.startsWith("PUT") ? new Promise(() => {}) : { status: 200, text: "{}" });
    const stuck = new ArchiveClient({ url: archive.url, token, idleMs: 10 });
    await expect(stuck.sendFile("a", { name: "b", bytes: 10, content }, never)).rejects.toThrow(ArchiveOutageError);
    const gone = new ArchiveClient({ url: "http://127.0.0.1:9", token });
    await expect(gone.findRecord("a", never)).rejects.toThrow(ArchiveOutageError);
  });

  it("[CALL-59] that refuses it ends the deposit with its reason; it can be asked for again, and goes on", async () => {
    const id = await released();
    const errors = [{ field: "metadata.title", messages: ["Too plain."] }];
    faultAt(publishCall, { status: 400, text: JSON.stringify({ message: `Not with ${token}.`, errors }) });
    await deposit(id);
    await eventually(async () => expect((await release(id)).deposit.state).toBe("failed"));
    const answer = "400: Not with …. metadata.title: Too plain.";
    expect(await release(id)).toMatchObject({ doi: null, deposit: { failure: "refused", answer } });
    expect(await release(id, 1, "visitor")).not.toHaveProperty("deposit");
    expect(api.log).toContainEqual(
      expect.objectContaining({ msg: "a release could not be deposited", questId: id, failure: "refused", answer }),
    );
    archive.faultOf = () => undefined;
    expect((await deposit(id)).body.deposit).toMatchObject({ state: "waiting", failure: null, answer: null });
    await eventually(async () => expect((await release(id)).doi).not.toBeNull());
    expect([archive.records.size, archive.calls.filter((call) => call === "POST ").length]).toEqual([1, 1]);
  });

  it("that finds the description wrong gets no files", async () => {
    const id = await waitingDeposit(await released());
    vi.spyOn(files, "listReleaseFiles");
    const nameless = `jsonb_set(content, '{organization,organization_name}', '""')`;
    await query(`UPDATE releases SET content = ${nameless} WHERE quest_id = $1`, [id]);
    await run(id);
    expect((await release(id)).deposit).toMatchObject({
      state: "failed",
      failure: "refused",
      answer: "metadata.publisher: Missing data for required field.",
    });
    expect(archive.calls).toEqual(["POST "]);
  });

  it.each<[FakeFault, object]>([
    [
      { status: 302, headers: { location: "http://127.0.0.1:9/" } },
      { failure: "redirected", answer: null },
    ],
    [
      { status: 403, text: "<p>No" },
      { failure: "refused", answer: "403" },
    ],
  ])("that answers %j ends the deposit", async (fault, expected) => {
    const id = await waitingDeposit();
    archive.faultOf = () => fault;
    await run(id);
    expect((await release(id)).deposit).toMatchObject({ state: "failed", ...expected });
    expect(archive.calls).toHaveLength(1);
  });

  it("that doesn't know the token refuses it", async () => {
    const id = await waitingDeposit();
    const other = new ArchiveClient({ url: archive.url, token: "another-one" });
    await depositRelease({ ...api.services, archive: other }, { questId: id, number: 1 }, never);
    const answer = "403: Permission denied for Bearer ….";
    expect((await release(id)).deposit).toMatchObject({ failure: "refused", answer });
  });

  it("that publishes without a DOI ends the deposit, and the DOI can be entered", async () => {
    const id = await waitingDeposit();
    archive.faultOf = (call) => {
      if (call === publishCall) for (const record of archive.records.values()) record.pids = {};
      return undefined;
    };
    await run(id);
    expect((await release(id)).deposit).toMatchObject({ state: "failed", failure: "no_doi" });
    for (let times = 0; times < 2; times++) {
      expect((await enterDoi(id, "10.5281/zenodo.1")).body.doi).toBe("10.5281/zenodo.1");
    }
    expect((await enterDoi(id, "10.5281/zenodo.2")).status).toBe(409);
  });

  it("that answers about another release's record is an outage, and no release gets the DOI of another", async () => {
    const first = await waitingDeposit();
    await run(first);
    const { doi } = await release(first);
    const [{ record_id: record }] = await query("SELECT record_id FROM release_deposits WHERE quest_id = $1", [first]);
    const id = await waitingDeposit(await released());
    const text = JSON.stringify({ id: record, pids: { doi: { identifier: doi } } });
    for (const call of ["POST ", publishCall, "GET {id}"]) {
      faultAt(call, { status: 200, text });
      await expect(run(id), call).rejects.toThrow(ArchiveOutageError);
      expect((await release(id)).doi).toBeNull();
      expect(archive.records.has(record)).toBe(true);
    }
    archive.faultOf = () => undefined;
    await run(id);
    expect((await release(id)).doi).not.toBe(doi);
    expect((await release(id)).doi).not.toBeNull();
  });

  it("that isn't in the settings any more ends the deposit", async () => {
    const id = await waitingDeposit();
    const bare = { ...api.services, archive: undefined };
    await depositRelease(bare, { questId: id, number: 1 }, never);
    expect((await release(id)).deposit).toMatchObject({ state: "failed", failure: "not_configured" });
  });
});

describe("a release that is withdrawn while it is deposited", () => {
  it.each(["first", "last"])("isn't published, and its draft is deleted (at the %s file)", async (when) => {
    const id = await waitingDeposit();
    const { files } = await release(id);
    archive.faultOf = async (call) => {
      const commits = archive.calls.filter((each) => each.endsWith("/commit")).length;
      if (!call.endsWith("/commit") || commits !== (when === "first" ? 1 : files.length)) return undefined;
      // Without the job that deletes the draft as well.
      await query(
        `UPDATE releases SET state = 'withdrawn', withdrawn_at = now(), withdrawal_reason = 'Wrong units.'
         WHERE quest_id = $1`,
        [id],
      );
      return undefined;
    };
    await run(id);
    expect(archive.records.size).toBe(0);
    expect(await release(id)).toMatchObject({ state: "withdrawn", doi: null });
    expect(await query("SELECT FROM release_deposits WHERE quest_id = $1", [id])).toEqual([]);
  });

  it("has its draft deleted too if the deposit had failed", async () => {
    const id = await waitingDeposit(await released());
    faultAt(publishCall, { status: 400 });
    await run(id);
    expect(archive.records.size).toBe(1);
    await withdraw(id);
    await eventually(async () => expect(archive.records.size).toBe(0));
    await eventually(async () => expect(await release(id)).not.toHaveProperty("deposit"));
  });
});

it("a damaged file is not deposited", async () => {
  const id = await waitingDeposit();
  const listed = await files.listReleaseFiles(api.services.db, { questId: id, number: 1 });
  vi.spyOn(files, "listReleaseFiles").mockResolvedValue(listed.map((file) => ({ ...file, bytes: file.bytes + 1 })));
  await run(id);
  expect((await release(id)).deposit).toMatchObject({ state: "failed", failure: "internal_error" });
  expect(archive.published()).toEqual([]);
});

describe("the settings of deposits", () => {
  const url = "https://zenodo.org";
  it("need each other, https and a token that fits a header", () => {
    expect(loadConfig({ DEPOSIT_URL: `${url}/`, DEPOSIT_TOKEN: "a" }).archive).toEqual({ url, token: "a" });
    expect(loadConfig({}).archive).toBeUndefined();
    expect(() => loadConfig({ DEPOSIT_URL: url })).toThrow("DEPOSIT_URL and DEPOSIT_TOKEN need each other.");
    expect(() => loadConfig({ DEPOSIT_TOKEN: "a" })).toThrow("need each other");
    for (const wrong of ["http://zenodo.org", "https://zenodo.org/api", "zenodo.org", "http://localhost.zenodo.org"]) {
      expect(() => loadConfig({ DEPOSIT_URL: wrong, DEPOSIT_TOKEN: "a" })).toThrow("Expected an https origin");
    }
    expect(() => loadConfig({ DEPOSIT_URL: url, DEPOSIT_TOKEN: "a\nb" })).toThrow("Expected a token");
  });
});

describe("without an archive", () => {
  const bare = usingApi();

  it("[CALL-59] a deposit is refused", async () => {
    const organization = await makeOrganization(bare);
    const { id } = await makeQuest(bare, organization, { results: { visibility: "public", positions: "exact" } });
    await bare.database.pool.query(
      `INSERT INTO releases (quest_id, number, state, licence, notes, authors, published_at, content)
       VALUES ($1, 1, 'published', 'CC0-1.0', '', '[]', now(), '{}')`,
      [id],
    );
    const { status, body } = await bare.call("POST", `/quests/${id}/releases/1/deposit`, { as: "admin" });
    expect([status, body.detail]).toEqual([409, "This installation has no archive to deposit releases at."]);
    expect((await bare.call("GET", "/config")).body.archive_url).toBeNull();
  });
});
