import { expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { describeError, makeLogger } from "./make-logger.ts";

const username = "marigold.of.the.mill";
const email = "marigold@herbarium.example";
const secrets = {
  username,
  email,
  token: "a-token-that-opens-something",
  sought: "kilauea-lodge",
  latitude: "21.9701234",
  longitude: "-159.3702345",
  address: "198.51.100.23",
  text: "seen behind the chapel",
};

const api = usingApi({ TRUST_PROXY: "1" });

it("the log of every route has no name, email address, token, IP address, search or position", async () => {
  const token = await api.mintToken({ username, email, subject: "6f1c0c1e" });
  const admin = await api.mintToken({ username: "admin" });
  const headers = { "x-forwarded-for": secrets.address, cookie: `session=${secrets.token}` };
  const query = new URLSearchParams({
    q: secrets.sought,
    near: `${secrets.latitude},${secrets.longitude}`,
    signature: secrets.token,
  });
  const json = { username, email, comment: secrets.text, latitude: secrets.latitude, longitude: secrets.longitude };
  const parameterOf = (name: string) =>
    /^(id|quest|data)/i.test(name) ? "1" : name === "token" ? secrets.token : username;
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const made = await api.call("POST", "/account/tokens", {
    token,
    json: { name: username, scope: "write", expires_at },
  });
  const personal: string = made.body.token;
  for (const route of [...api.routes]) {
    const [method = "", pattern = ""] = route.split(" ");
    if (!pattern.startsWith("/api/") || method === "HEAD" || method === "OPTIONS") continue;
    const path = pattern
      .slice(4)
      .replace(/:(\w+)(\([^)]*\))?/g, (_all, name) => parameterOf(name))
      .replace("*", username);
    for (const bearer of [token, admin, personal, `${personal}x`, undefined]) {
      const hasBody = method !== "GET" && method !== "DELETE";
      await fetch(`${api.origin}/api${path}?${query}`, {
        method,
        // One goes to the app's own address, where nothing listens.
        redirect: "manual",
        headers: {
          ...headers,
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          ...(hasBody ? { "content-type": "application/json" } : {}),
        },
        ...(hasBody ? { body: JSON.stringify(json) } : {}),
      }).then((answer) => answer.arrayBuffer());
    }
  }
  const { id: questId } = await makeQuest(api, await makeOrganization(api));
  const join = `/adventurers/${username}/quests/${questId}/sign-up`;
  expect((await api.call("POST", join, { token, headers })).status).toBe(200);
  const form = uploadForm(await makePhoto(), { latitude: secrets.latitude, longitude: secrets.longitude });
  const uploads = `/adventurers/${username}/quests/${questId}/data/uploads?data_type=image`;
  expect((await api.call("POST", uploads, { token, form, headers })).status).toBe(201);
  await expect.poll(() => JSON.stringify(api.log)).toContain("/api/adventurers/:username/quests/:id/data/uploads");

  expect(api.log.length).toBeGreaterThan(200);
  const written = api.log.map((line) => JSON.stringify(line));
  for (const [what, secret] of Object.entries({
    ...secrets,
    wholeToken: token.slice(-30),
    personal: personal.slice(6),
  })) {
    expect(
      written.filter((line) => line.includes(secret)),
      what,
    ).toEqual([]);
  }
});

it("PostgreSQL's details about a row stay out of the log, even as the cause of another error", async () => {
  const failing = async (sql: string, parameters: unknown[]) =>
    api.database.pool.query(sql, parameters).then(
      () => undefined,
      (error: unknown) => error,
    );
  await api.database.pool.query("INSERT INTO adventurers (id) VALUES ($1) ON CONFLICT DO NOTHING", [username]);
  const known = await failing("INSERT INTO adventurers (id) VALUES ($1)", [username]);
  const wrong = await failing("SELECT $1::uuid", [email]);
  const lines = [known, wrong, new Error("it failed", { cause: known })].map((error) => describeError(error));
  expect(lines[0]).toMatchObject({ code: "23505", constraint: "adventurers_pkey", table: "adventurers" });
  expect(lines[1]?.message).toBe("invalid input syntax for type uuid: …");
  expect(lines[2]?.cause?.code).toBe("23505");
  expect(JSON.stringify(known)).toContain(username);
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${username}|${email}`));
});

it("whom a mail server refuses stays out of the log", () => {
  const refusal = `Can't send mail - all recipients were rejected: 550 5.1.1 <${email}>: unknown, not ${email}.`;
  const line = describeError(new Error("it failed", { cause: new Error(refusal) }));
  expect(line.cause?.message).toBe("Can't send mail - all recipients were rejected: 550 5.1.1 <…@…>: unknown, not …@…");
  expect(JSON.stringify(line)).not.toContain(email);
});

it("an IP address is a digest of its network, with a secret", () => {
  const lines: string[] = [];
  const { logger, hideAddressesBy } = makeLogger("info", { write: (line: string) => void lines.push(line) });
  const digestOf = (address: string) => {
    logger.info({ address }, "security event");
    return JSON.parse(lines.at(-1) ?? "").address;
  };
  expect(digestOf("198.51.100.23")).toBeNull();
  hideAddressesBy("a secret");
  const digest = digestOf("198.51.100.23");
  expect(digest).toMatch(/^[\w-]{12}$/);
  expect(digestOf("198.51.100.23")).toBe(digest);
  expect(digestOf("198.51.100.24")).not.toBe(digest);
  expect(digestOf("2001:db8::1")).toBe(digestOf("2001:db8::2"));
  hideAddressesBy("another secret");
  expect(digestOf("198.51.100.23")).not.toBe(digest);
});
