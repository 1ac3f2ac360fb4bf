import { beforeAll, describe, expect, it } from "vitest";
import { HttpBrowser, type HttpPage } from "../../../test/http-browser.ts";
import { testEncryptionKey } from "../../../test/identity-server.ts";
import { usingIdentity } from "../../../test/identity-test-data.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";
import { AccountInputError } from "../accounts/account-rules.ts";
import { openAccountAdministration, runAccountCommand } from "./account-commands.ts";

const password = "correct horse battery";
const server = usingIdentity();

async function run(...argv: string[]): Promise<string> {
  const lines: string[] = [];
  await runAccountCommand(argv, openAccountAdministration(server.pool, [testEncryptionKey]), {
    actor: "operator",
    temporaryPasswordDays: 7,
    findDemoAccounts: async () => [],
    print: (line) => lines.push(line),
  });
  return lines.join("\n");
}

describe("the first administrator", () => {
  it("is created by a link that works once, while there is no administrator; links of other starts work too", async () => {
    const old = await server.identity.makeFirstAdministratorLink();
    const link = (await server.identity.makeFirstAdministratorLink()) ?? "";
    const browser = new HttpBrowser();
    expect((await browser.open(old ?? "")).status).toBe(200);
    expect((await browser.open(`${link}x`)).status).toBe(400);
    const page = await browser.open(link);
    const wrong = await browser.submit(page, "/first-administrator", { username: "", email: "x", password: "short" });
    expect(wrong.text).toContain("Username cannot be empty");
    const input = { username: "Chief", email: "chief@example.org", password };
    await server.identity.accounts.create({ username: "taken", email: "taken@example.org", password });
    const taken = await browser.submit(page, "/first-administrator", { ...input, username: "taken" });
    expect(taken.text).toContain("This username is taken");
    await server.identity.accounts.remove("taken");
    expect((await browser.submit(page, "/first-administrator", input)).text).toContain(
      "The account chief is now an administrator",
    );
    expect(await server.identity.accounts.find("chief")).toMatchObject({ groups: ["admins", "feature_testers"] });
    expect((await browser.submit(page, "/first-administrator", { ...input, username: "second" })).status).toBe(400);
    expect((await browser.open(old ?? "")).status).toBe(400);
    expect(await server.identity.makeFirstAdministratorLink()).toBeUndefined();
  });
});

describe("npm run account", () => {
  it("creates an account whose password must be replaced", async () => {
    const printed = await run("create", "gina", "--email", "gina@example.org", "--group", "admins");
    const temporary = /first sign-in: (\S+)/.exec(printed)?.[1] ?? "";
    const journey = new SignInJourney(server.publicUrl);
    const flow = await journey.start();
    expect((await journey.submitSignIn(flow, "gina", temporary)).url).toMatch(/\/new-password$/);
    expect(await run("show", "gina")).toBe("gina  gina@example.org  groups admins  new password due");
  });

  it("grants and revokes groups, and records who did it", async () => {
    await run("create", "hugo", "--email", "hugo@example.org", "--password", password);
    await run("grant", "hugo", "admins", "feature_testers");
    expect((await server.identity.accounts.find("hugo"))?.groups).toEqual(["admins", "feature_testers"]);
    await run("revoke", "hugo", "admins");
    expect((await server.identity.accounts.find("hugo"))?.groups).toEqual(["feature_testers"]);
    const [last, before] = await server.identity.accounts.readAudit({ username: "hugo" });
    expect(last).toMatchObject({
      actor: "operator",
      action: "set-groups",
      detail: { before: ["admins", "feature_testers"], after: ["feature_testers"] },
    });
    expect(before).toMatchObject({ action: "set-groups", detail: { before: [] } });
    expect(await run("log", "hugo")).toContain("operator  set-groups  hugo");
  });

  it("[IDENT-05] disables, enables, resets a password and signs out", async () => {
    await run("create", "iris", "--email", "iris@example.org", "--password", password);
    const journey = new SignInJourney(server.publicUrl);
    const tokens = await journey.signIn("iris", password);
    await run("disable", "iris");
    expect((await journey.refresh(tokens.refresh_token)).status).toBe(400);
    expect((await journey.submitSignIn(await journey.start(), "iris", password)).status).toBe(403);
    await run("enable", "iris");
    const again = await journey.signIn("iris", password);
    const temporary = /sign-in: (\S+)/.exec(await run("reset-password", "iris"))?.[1] ?? "";
    expect((await journey.refresh(again.refresh_token)).status).toBe(400);
    const flow = await journey.start();
    expect((await journey.submitSignIn(flow, "iris", temporary)).url).toMatch(/\/new-password$/);
  });

  it.each([
    [["show", "nobody"], "There is no account nobody"],
    [["grant", "chief"], "Name the groups"],
    [["create", "x", "--email", "x@example.org"], "Use 3 to 40 letters"],
    [["create", "chief", "--email", "c@example.org"], "This username is taken"],
    [["fly"], "Unknown command fly"],
  ])("rejects %j with a message", async (argv, sentence) => {
    const failure = run(...argv);
    await expect(failure).rejects.toThrow(AccountInputError);
    await expect(failure).rejects.toThrow(sentence);
  });

  it("lists all accounts", async () => {
    expect((await run("list")).split("\n").map((line) => line.split("  ")[0])).toEqual([
      "chief",
      "gina",
      "hugo",
      "iris",
    ]);
  });
});

describe("the people pages", () => {
  let journey: SignInJourney;
  const open = (path: string) => journey.browser.open(`${server.publicUrl}${path}`);

  beforeAll(async () => {
    const { accounts } = server.identity;
    await accounts.create({ username: "boss", email: "boss@example.org", password, groups: ["admins"] });
    await accounts.create({ username: "jane", email: "jane@example.org", password });
    journey = new SignInJourney(server.publicUrl);
    await journey.signIn("boss", password);
  });

  it("[ROLE-03] are for administrators only, by their current groups", async () => {
    const people = await open("/account/people");
    expect(people.text).toContain("jane@example.org");
    const menu = /<details class="desk-menu">.*?<\/details>/s.exec(people.markup)?.[0] ?? "";
    const targets = [...menu.matchAll(/href="[^"]*?\/([^"/]*)"/g)].map(([, target]) => target);
    expect(targets).toEqual(["profile", "contributions", "outbox", "settings", "admin_dashboard", "logout"]);
    const other = new SignInJourney(server.publicUrl);
    await other.signIn("jane", password);
    for (const path of ["/account/people", "/account/people/boss", "/account/people/new"]) {
      const page = await other.browser.open(`${server.publicUrl}${path}`);
      expect(page.status).toBe(403);
      expect(page.text).toContain("You're not authorized to view this page.");
    }
    const own = await other.browser.open(`${server.publicUrl}/account`);
    const promoted = await other.browser.request(`${server.publicUrl}/account/people/jane/groups`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ ...own.forms[0]?.hidden, "group-admins": "yes" }),
    });
    expect(promoted.status).toBe(403);
    expect((await server.identity.accounts.find("jane"))?.groups).toEqual([]);
  });

  it("change roles and show who did it", async () => {
    const page = await journey.browser.submit(await open("/account/people/jane"), "/groups", {
      "group-feature_testers": "yes",
    });
    expect(page.text).toContain("Roles saved.");
    expect(page.text).toContain("boss set-groups: none → feature_testers");
    expect((await server.identity.accounts.find("jane"))?.groups).toEqual(["feature_testers"]);
  });

  it("assign reviewer groups and reject invalid group names", async () => {
    const { accounts } = server.identity;
    const submit = async (values: Record<string, string>) =>
      journey.browser.submit(await open("/account/people/jane"), "/groups", values);
    const page = await submit({ "group-feature_testers": "yes", "other-groups": " reviewers:7, reviewers:12 " });
    expect(page.text).toContain("Roles saved.");
    expect((await accounts.find("jane"))?.groups).toEqual(["feature_testers", "reviewers:12", "reviewers:7"]);
    const refused = await submit({ "other-groups": "reviewers:Grün" });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("A group name can only contain letters from A to Z, digits, and . _ : -");
    expect((await accounts.find("jane"))?.groups).toHaveLength(3);
    await run("revoke", "jane", "reviewers:12", "reviewers:7");
    await run("grant", "jane", "reviewers:7");
    await expect(run("grant", "jane", "reviewers:a b")).rejects.toThrow("A group name can only contain letters");
    expect((await accounts.find("jane"))?.groups).toEqual(["feature_testers", "reviewers:7"]);
    await submit({ "group-feature_testers": "yes" });
    expect((await accounts.find("jane"))?.groups).toEqual(["feature_testers"]);
  });

  it("don't let administrators lock themselves out", async () => {
    const self = await open("/account/people/boss");
    expect((await journey.browser.submit(self, "/groups", {})).status).toBe(409);
    expect((await journey.browser.submit(self, "/access", {})).status).toBe(409);
    expect(await server.identity.accounts.find("boss")).toMatchObject({ enabled: true, groups: ["admins"] });
  });

  it("create, reset, disable and enable an account", async () => {
    const created = await journey.browser.submit(await open("/account/people/new"), "/people/new", {
      username: "kurt",
      email: "kurt@example.org",
      "group-admins": "yes",
    });
    const temporary = /valid for 7 days: (\S+)/.exec(created.text)?.[1] ?? "";
    const theirs = new SignInJourney(server.publicUrl);
    expect((await theirs.submitSignIn(await theirs.start(), "kurt", temporary)).url).toMatch(/\/new-password$/);
    const reset = await journey.browser.submit(await open("/account/people/kurt"), "/password", {});
    expect(reset.text).toMatch(/valid for 7 days: \S{20}/);
    const disabled = await journey.browser.submit(reset, "/access", {});
    expect(disabled.text).toContain("Account disabled");
    expect((await server.identity.accounts.find("kurt"))?.enabled).toBe(false);
    await journey.browser.submit(disabled, "/access", {});
    expect((await server.identity.accounts.find("kurt"))?.enabled).toBe(true);
  });

  it("sort by name or address in both directions, with pages", async () => {
    const { accounts } = server.identity;
    for (let number = 10; number < 62; number++) {
      await accounts.create({ username: `crowd-${number}`, email: `${99 - number}@crowd.example`, password });
    }
    const namesOn = ({ markup }: HttpPage) => [...markup.matchAll(/people\/(crowd-\d+)"/g)].map(([, name]) => name);
    const byAddress = await open("/account/people?q=crowd&sort=email");
    expect(byAddress.markup).toMatch(/aria-sort="ascending"><a href="\/account\/people\?q=crowd&amp;sort=-email"/);
    expect(namesOn(byAddress).slice(0, 2)).toEqual(["crowd-61", "crowd-60"]);
    const [first] = namesOn(await open("/account/people?q=crowd&sort=-username"));
    expect(first).toBe("crowd-61");
    const next = /href="([^"]+after=[^"]+)"/.exec(byAddress.markup)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(namesOn(await open(next))).toEqual(["crowd-11", "crowd-10"]);
  });

  it("find people by part of their name or address", async () => {
    const page = await open("/account/people?q=JAN");
    expect(page.text).toContain("jane@example.org");
    expect(page.text).not.toContain("kurt@example.org");
    expect((await open(`/account/people?q=${encodeURIComponent("%")}`)).text).toContain("No people found.");
  });
});
