import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fastify } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { HttpBrowser, HttpPage } from "../../../test/http-browser.ts";
import { type IdentityServer, startIdentityServer } from "../../../test/identity-server.ts";
import { addAliceAndAdmin, expectNoFailures, testPassword as password } from "../../../test/identity-test-data.ts";
import { readNewestCode, SignInJourney } from "../../../test/sign-in-journey.ts";
import { readTerms, type Terms } from "./terms.ts";
import { termsPlugin } from "./terms-routes.ts";

const photoLicence = { name: "CC BY 4.0", address: "https://creativecommons.org/licenses/by/4.0/" };
const markdown = `# Of the data

Be **kind**. See [the map](https://example.org/map), not [this](javascript:alert(1)).

<img src=x onerror=alert(1)>
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-terms-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function termsOf(name: string, text: string | Buffer): Promise<Terms> {
  const file = join(folder, name);
  await writeFile(file, text);
  const terms = await readTerms({ file, photoLicence });
  if (!terms) throw new Error("no terms");
  return terms;
}

describe("the terms of an installation", () => {
  it("are read as Markdown with escaped HTML", async () => {
    const { text } = await termsOf("terms.md", markdown);
    expect(text?.markup).toContain("<h2>Of the data</h2>");
    expect(text?.markup).toContain("<strong>kind</strong>");
    expect(text?.markup).toContain('<a href="https://example.org/map">the map</a>');
    expect(text?.markup).not.toContain('href="javascript:');
    expect(text?.markup).toContain("&lt;img src=x onerror=alert(1)&gt;");
  });

  it("are read as plain text unless the name says Markdown", async () => {
    const { text } = await termsOf("terms.txt", "Be *kind*.\nAlways.\n\n<b>Really</b>\n");
    expect(text?.markup).toBe('<p class="lines">Be *kind*.\nAlways.</p><p class="lines">&lt;b&gt;Really&lt;/b&gt;</p>');
  });

  it("have a new version whenever text or licence changes", async () => {
    const { version } = await termsOf("terms.md", markdown);
    expect((await termsOf("terms.md", markdown)).version).toBe(version);
    expect((await termsOf("terms.md", `${markdown} `)).version).not.toBe(version);
    const licence = { ...photoLicence, name: "CC0" };
    expect((await readTerms({ file: join(folder, "terms.md"), photoLicence: licence }))?.version).not.toBe(version);
  });

  it("stop the start if their file is unusable, and are absent by default", async () => {
    const file = join(folder, "nowhere.md");
    await expect(readTerms({ file, photoLicence })).rejects.toThrow("TERMS_FILE cannot be read");
    await expect(termsOf("picture.md", Buffer.from([0xff, 0xd8, 0xff]))).rejects.toThrow("TERMS_FILE is not UTF-8");
    await expect(termsOf("long.md", "a".repeat(500_001))).rejects.toThrow("longer than 500 kB");
    expect(await readTerms({ file: undefined, photoLicence: undefined })).toBeUndefined();
  });

  it("are shown with another identity provider too", async () => {
    const app = fastify();
    await app.register(termsPlugin({ terms: await termsOf("terms.md", markdown), publicUrl: "https://cairn.example" }));
    const answer = await app.inject("/terms");
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(answer.body).toContain("Of the data");
    expect((await app.inject("/signin/style.css")).statusCode).toBe(200);
    await app.close();
  });
});

describe("people", () => {
  let server: IdentityServer;
  let journey: SignInJourney;
  let terms: Terms;

  beforeAll(async () => {
    terms = await termsOf("terms.md", markdown);
    server = await startIdentityServer({ terms });
    await addAliceAndAdmin(server);
  });
  afterAll(() => server.close());
  afterEach(() => expectNoFailures(server));

  const agreements = async (username: string) =>
    (
      await server.pool.query(
        `SELECT version, agreed_at FROM identity.terms_agreements
         JOIN identity.accounts ON accounts.id = account_id WHERE username = $1 ORDER BY agreed_at`,
        [username],
      )
    ).rows;

  it("agree at sign-up with an unticked box; version and time are stored", async () => {
    journey = new SignInJourney(server.publicUrl);
    const flow = await journey.start({ screen_hint: "signup" });
    expect(flow.page.markup).toContain('<a href="/terms" target="_blank">terms</a>');
    expect(flow.page.text).toContain("My photos may be published under CC BY 4.0 .");
    expect(boxOf(flow.page)).not.toContain("checked");
    const input = { username: "fern", email: "fern@example.org", password };
    const refused = await journey.browser.submit(flow.page, "/sign-up", input);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Tick this box to continue");
    const agreed = { ...input, terms: terms.version };
    const mistyped = await journey.browser.submit(refused, "/sign-up", { ...agreed, email: "x" });
    expect(boxOf(mistyped)).toContain("checked");
    const before = server.now();
    const confirm = await journey.browser.submit(mistyped, "/sign-up", agreed);
    const after = server.now();
    server.advanceMs(60_000);
    const code = await readNewestCode(server.outbox, input.email);
    const callback = await journey.browser.submit(confirm, "/confirm", { code }, journey.isCallback);
    expect((await journey.exchange(callback, flow.verifier)).status).toBe(200);
    const [kept] = await agreements("fern");
    expect(kept.version).toBe(terms.version);
    expect(kept.agreed_at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(kept.agreed_at.getTime()).toBeLessThanOrEqual(after.getTime());
    // Not asked again.
    expect((await new SignInJourney(server.publicUrl).signIn("fern", password)).access_token).toBeTruthy();
  });

  it("who haven't agreed are asked at the next sign-in, and again after changes", async () => {
    journey = new SignInJourney(server.publicUrl);
    const flow = await journey.start();
    const asked = await journey.submitSignIn(flow, "alice", password);
    expect(new URL(asked.url).pathname).toMatch(/\/terms$/);
    expect(asked.text).toContain("They are new or have changed since you agreed.");
    const refused = await journey.browser.submit(asked, "/terms", {});
    expect(refused.text).toContain("Tick this box to continue");
    // No way around it either.
    const around = await journey.browser.open(`${server.publicUrl}/account`);
    expect(around.text).toContain("Welcome back.");
    const callback = await journey.browser.submit(asked, "/terms", { terms: terms.version }, journey.isCallback);
    expect((await journey.exchange(callback, flow.verifier)).status).toBe(200);

    const changed = await termsOf("terms.md", `${markdown}\nAnd more.\n`);
    await server.restart({ terms: changed });
    const again = new SignInJourney(server.publicUrl);
    const due = await again.submitSignIn(await again.start(), "alice", password);
    expect((await again.browser.submit(due, "/terms", { terms: terms.version })).status).toBe(422);
    const through = await again.browser.submit(due, "/terms", { terms: changed.version }, again.isCallback);
    expect(again.isCallback(through.url)).toBe(true);
    expect((await agreements("alice")).map(({ version }) => version)).toEqual([terms.version, changed.version]);
  });

  it("can't agree before entering their password", async () => {
    journey = new SignInJourney(server.publicUrl);
    const { page } = await journey.start();
    const early = await journey.browser.open(`${page.url}/terms`);
    expect(early.text).toContain("Please use your credentials to sign in");
  });

  it("read the terms without signing in", async () => {
    const page = await new HttpBrowser().open(`${server.publicUrl}/terms`);
    expect(page).toBeInstanceOf(HttpPage);
    expect(page.text).toContain("Photos that you submit are published under CC BY 4.0 .");
  });
});

const boxOf = (page: HttpPage) => /<input type="checkbox" id="terms"[^>]*>/.exec(page.markup)?.[0] ?? "";

it("without terms, sign-up asks for no agreement and there is no page", async () => {
  const server = await startIdentityServer();
  const { page } = await new SignInJourney(server.publicUrl).start({ screen_hint: "signup" });
  expect(page.markup).not.toContain('name="terms"');
  expect(page.markup).not.toContain("/terms");
  expect((await fetch(`${server.publicUrl}/terms`)).status).toBe(404);
  await server.close();
});
