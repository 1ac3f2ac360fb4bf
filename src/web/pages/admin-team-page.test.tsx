import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  asAdmin,
  asAdventurer,
  openDialog,
  press,
  refusal,
  renderApp,
  serve,
  standInBrowser,
  teamsOf,
} from "../../../test/web-app.tsx";
import { saying } from "../../../test/web-saying.ts";
import { findTranslatable } from "../../../test/web-translator.ts";
import type { Invitation, LogEntry, Member } from "../../contract/teams.ts";
// Loaded beforehand: on a busy machine their chunks would take longer than a test waits.
import "../app/desk-routes.tsx";
import "./admin-team-page.tsx";

const since = "2026-11-01T10:00:00Z";
const members: Member[] = [
  { username: "olga", role: "owner", from: "team", since },
  { username: "vera", role: "viewer", from: "team", since },
  { username: "greta", role: "reviewer", from: "group", since },
];
const invitation: Invitation = {
  id: 5,
  role: "reviewer",
  email: "nova@example.org",
  anyone: false,
  mail: "failed",
  invited_by: "olga",
  created_at: since,
  expires_at: "2026-11-08T10:00:00Z",
};
const entry = (changes: Partial<LogEntry>): LogEntry => ({
  id: 1,
  at: since,
  actor: "olga",
  as_administrator: false,
  action: "invited",
  person: null,
  role: "reviewer",
  ...changes,
});
const forest = { id: 1, organization_name: "Forest Ecology", organization_email: "forest@example.org" };
const river = { id: 2, organization_name: "River Watch", organization_email: "river@example.org" };
const answers = {
  "GET /api/account/teams": teamsOf("owner"),
  "GET /api/organizations": [forest],
  "GET /api/organizations/1/members": members,
  "GET /api/organizations/1/invitations": [invitation],
  "GET /api/organizations/1/log": [
    entry({ id: 2, actor: "admin", as_administrator: true, action: "member_added", person: "olga", role: "owner" }),
    entry({}),
  ],
};
const address = "/admin_dashboard/team";
const asOlga = () => asAdventurer({ username: "olga" });
const bodyOf = (init: RequestInit | undefined) => JSON.parse(String(init?.body));

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

describe("the team page", () => {
  it("shows an owner the members with where a role comes from, open invitations and the log", async () => {
    serve(answers);
    renderApp(address, asOlga());
    const row = within(await screen.findByRole("row", { name: /^greta/ }));
    expect(row.getByText("Group at the identity provider")).toBeTruthy();
    expect(row.queryByRole("button")).toBeNull();
    expect(await screen.findByRole("row", { name: /^nova@example.org.*address rejected/ })).toBeTruthy();
    const log = await screen.findByText(/\(administrator\) added/);
    expect(log.closest("ol")?.textContent).toMatch(
      /^admin \(administrator\) added olga: Owner\..*olga made an invitation: Reviewer\./,
    );
    expect(findTranslatable(["admin", "olga", "vera", "greta", "nova@example.org", "Forest Ecology"])).toEqual([]);
    expect(screen.queryByText(/You act as an administrator/)).toBeNull();
  });

  it("shows others the members only, and lets them leave", async () => {
    const remove = vi.fn<() => Response>(() => new Response(null, { status: 204 }));
    serve({
      ...answers,
      "GET /api/account/teams": teamsOf("viewer"),
      "DELETE /api/organizations/1/members/vera": remove,
    });
    renderApp(address, asAdventurer({ username: "vera" }));
    expect(await screen.findByRole("row", { name: /^vera \(you\)/ })).toBeTruthy();
    for (const name of ["Invite", /^Change the role/, /^Remove/])
      expect(screen.queryByRole("button", { name })).toBeNull();
    expect(screen.queryByRole("heading", { name: "Log" })).toBeNull();
    await press("Leave");
    expect((await openDialog()).getByText(/You lose your role at once/)).toBeTruthy();
    await userEvent.click((await openDialog()).getByRole("button", { name: "Leave" }));
    await waitFor(() => expect(remove).toHaveBeenCalled());
  });

  it("says beside what was tried that the last owner stays", async () => {
    serve({
      ...answers,
      "DELETE /api/organizations/1/members/olga": refusal(409, "last_owner", "This is the last owner."),
    });
    renderApp(address, asOlga());
    await press("Leave");
    await userEvent.click((await openDialog()).getByRole("button", { name: "Leave" }));
    expect(await (await openDialog()).findByText("You are still in the team. This is the last owner.")).toBeTruthy();
  });

  it("hands an organization over: the other becomes an owner first", async () => {
    const changed: [string, string][] = [];
    const change = (url: URL, init: RequestInit | undefined) => {
      const username = url.pathname.split("/").at(-1) ?? "";
      changed.push([username, bodyOf(init).role]);
      return { ...members[1], username, role: bodyOf(init).role };
    };
    serve({
      ...answers,
      "PUT /api/organizations/1/members/vera": change,
      "PUT /api/organizations/1/members/olga": change,
    });
    renderApp(address, asOlga());
    await press("Change the role of vera");
    const box = await openDialog();
    expect(box.queryByRole("checkbox")).toBeNull();
    await userEvent.selectOptions(box.getByLabelText("Role"), "Owner");
    await userEvent.click(box.getByRole("checkbox", { name: "Hand over: I become a coordinator" }));
    await userEvent.click(box.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(saying("vera now has this role: Owner."))).toBeTruthy();
    expect(findTranslatable(["vera"])).toEqual([]);
    expect(changed).toEqual([
      ["vera", "owner"],
      ["olga", "coordinator"],
    ]);
  });

  it("lets administrators choose any organization, and says for whom they act", async () => {
    serve({
      ...answers,
      "GET /api/account/teams": [],
      "GET /api/organizations": [forest, river],
      "GET /api/organizations/2/members": [],
      "GET /api/organizations/2/invitations": [],
      "GET /api/organizations/2/log": [],
    });
    renderApp(address, asAdmin());
    expect(await screen.findByText("Choose an organization at the top to see its team.")).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText("Organization shown"), "River Watch");
    expect(await screen.findByText("You act as an administrator.")).toBeTruthy();
    expect(await screen.findByText("This team has no members yet.")).toBeTruthy();
  });

  it("revokes an invitation, or says why not", async () => {
    let refusals = 1;
    serve({
      ...answers,
      "DELETE /api/organizations/1/invitations/5": () =>
        refusals-- > 0 ? refusal(410, "invitation_used", "Already used.") : new Response(null, { status: 204 }),
    });
    renderApp(address, asOlga());
    await press("Revoke the invitation: nova@example.org");
    expect(await screen.findByText("The invitation wasn't revoked. Already used.")).toBeTruthy();
    await press("Revoke the invitation: nova@example.org");
    expect(await screen.findByText("The invitation was revoked.")).toBeTruthy();
  });
});

describe("the invite dialog", () => {
  async function open(made: object | ((url: URL, init: RequestInit | undefined) => unknown)) {
    serve({ ...answers, "POST /api/organizations/1/invitations": made });
    renderApp(address, asOlga());
    await press("Invite");
    return openDialog();
  }
  const link = "https://cairn.example.org/invitations/abc";

  it("invites by email, and says that it is sent", async () => {
    const post = vi.fn<(url: URL, init: RequestInit | undefined) => object>(() => ({
      id: 9,
      address: link,
      mail: "waiting",
    }));
    const box = await open(post);
    await userEvent.type(box.getByLabelText("Email address"), " nova@example.org ");
    await userEvent.selectOptions(box.getByLabelText("Role"), "Coordinator");
    await userEvent.click(box.getByRole("button", { name: "Send invitation" }));
    expect(await screen.findByText(saying(/We're emailing it to nova@example.org/))).toBeTruthy();
    expect(bodyOf(post.mock.calls[0]?.[1])).toEqual({ role: "coordinator", email: "nova@example.org", anyone: false });
  });

  it("says that this site sends no email, and copies the link", async () => {
    const box = await open({ id: 9, address: link, mail: "none" });
    await userEvent.type(box.getByLabelText("Email address"), "nova@example.org");
    await userEvent.click(box.getByRole("button", { name: "Send invitation" }));
    expect(await screen.findByText("This site sends no email. Pass on this link:")).toBeTruthy();
    // No clipboard here, as on a page without encryption.
    await press("Copy link");
    expect((await openDialog()).getByText("Copying failed. Select the link and copy it.")).toBeTruthy();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Copy link" }));
    expect(await navigator.clipboard.readText()).toBe(link);
    expect((await openDialog()).getByText("Link copied.")).toBeTruthy();
  });

  it("makes a link for whoever has it", async () => {
    const post = vi.fn<(url: URL, init: RequestInit | undefined) => object>(() => ({
      id: 9,
      address: link,
      mail: "none",
    }));
    const box = await open(post);
    await userEvent.click(box.getByRole("radio", { name: "By a link that you pass on" }));
    await userEvent.click(box.getByRole("button", { name: "Create link" }));
    expect((await openDialog()).getByLabelText<HTMLInputElement>("Link").value).toBe(link);
    expect(bodyOf(post.mock.calls[0]?.[1])).toEqual({ role: "reviewer" });
  });

  it("keeps what was typed after a refusal", async () => {
    const box = await open(refusal(429, "too_many_requests", "200 open invitations."));
    await userEvent.type(box.getByLabelText("Email address"), "nova@example.org");
    await userEvent.click(box.getByRole("button", { name: "Send invitation" }));
    expect(await box.findByText("That didn't work. 200 open invitations.")).toBeTruthy();
    expect(box.getByLabelText<HTMLInputElement>("Email address").value).toBe("nova@example.org");
  });
});
