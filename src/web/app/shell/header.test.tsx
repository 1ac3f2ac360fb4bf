import "../../../../test/web-database.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  asAdmin,
  asAdventurer,
  asReviewer,
  asVisitor,
  renderApp,
  serve,
  standInBrowser,
  teamsOf,
} from "../../../../test/web-app.tsx";
import { newDraft } from "../../outbox/new-records.ts";
import { changePoint, discard, findRecord, keepDraft, listRecords, savePoint } from "../../outbox/outbox.ts";

beforeEach(() => {
  standInBrowser();
  vi.stubGlobal("indexedDB", new IDBFactory());
  serve({ "GET /api/adventurers/alice/quests": [] });
});
afterEach(() => vi.unstubAllGlobals());

const header = () => within(screen.getByRole("banner"));

async function openAccount() {
  await userEvent.click(header().getByRole("button", { name: "Account" }));
}

describe("the header", () => {
  it("[HEAD-01] has a logo that links home", () => {
    renderApp("/nowhere");
    expect(
      header()
        .getByRole("link", { name: /^Cairn/ })
        .getAttribute("href"),
    ).toBe("/");
  });

  it("[HEAD-02] shows the Quests link to logged-in users only", () => {
    const { unmount } = renderApp("/nowhere");
    expect(header().queryByRole("link", { name: "Quests" })).toBeNull();
    unmount();
    renderApp("/nowhere", asAdventurer());
    expect(header().getByRole("link", { name: "Quests" }).getAttribute("href")).toBe("/");
  });

  it("[HEAD-03] has a dropdown with the two test pages for feature testers only", async () => {
    const { unmount } = renderApp("/nowhere", asAdventurer({ isAdmin: true }));
    expect(header().queryByRole("button", { name: "Test pages" })).toBeNull();
    unmount();
    renderApp("/nowhere", asAdventurer({ isFeatureTester: true }));
    await userEvent.click(await header().findByRole("button", { name: "Test pages" }));
    const links = header()
      .getAllByRole("link")
      .map((link) => link.getAttribute("href"));
    expect(links).toContain("/test_gps");
    expect(links).toContain("/test_web_app_phone_and_plant_id");
  });

  it("[HEAD-04] [HEAD-05] offers Admin to admins, and Sign out to those who are logged in", async () => {
    const signOut = vi.fn(async () => {});
    const { unmount } = renderApp("/nowhere", asAdventurer({ isAdmin: true, signOut }));
    await openAccount();
    expect((await header().findByRole("link", { name: "Admin" })).getAttribute("href")).toBe("/admin_dashboard");
    expect(header().queryByText("Log In")).toBeNull();
    await userEvent.click(header().getByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
    unmount();
    renderApp("/nowhere", asAdventurer());
    await openAccount();
    expect(await header().findByRole("button", { name: "Sign out" })).toBeTruthy();
    for (const name of ["Admin", "Samples"]) expect(header().queryByRole("link", { name })).toBeNull();
  });

  it.each(["coordinator", "owner"] as const)("[HEAD-04] offers Admin to a %s, who runs quests there", async (role) => {
    serve({ "GET /api/account/teams": teamsOf(role) });
    renderApp("/nowhere", asReviewer());
    await openAccount();
    expect((await header().findByRole("link", { name: "Admin" })).getAttribute("href")).toBe("/admin_dashboard");
  });

  it.each(["viewer", "reviewer"] as const)("[HEAD-04] offers the samples to a %s, and not Admin", async (role) => {
    serve({ "GET /api/account/teams": teamsOf(role) });
    renderApp("/nowhere", asReviewer());
    await openAccount();
    expect((await header().findByRole("link", { name: "Samples" })).getAttribute("href")).toBe(
      "/admin_dashboard/samples",
    );
    expect(header().queryByRole("link", { name: "Admin" })).toBeNull();
  });

  it("[HEAD-05] offers Log In to those who are logged out", async () => {
    const signIn = vi.fn(async () => {});
    renderApp("/nowhere", asVisitor({ signIn }));
    await openAccount();
    expect(header().queryByText("Sign out")).toBeNull();
    await userEvent.click(header().getByRole("button", { name: "Log In" }));
    expect(signIn).toHaveBeenCalledOnce();
  });

  it("[HEAD-06] shows the six admin links only at an address with admin in it, and only when logged in", async () => {
    const adminLinks = () =>
      within(screen.queryByRole("navigation", { name: "Admin" }) ?? document.createElement("div"))
        .queryAllByRole("link")
        .map((link) => link.getAttribute("href"));
    let app = renderApp("/admin_dashboard", asAdventurer());
    await screen.findByRole("navigation", { name: "Admin" });
    expect(adminLinks()).toEqual([
      "/admin_dashboard",
      "/admin_dashboard/applications",
      "/admin_dashboard/samples",
      "/admin_dashboard/datasets",
      "/admin_dashboard/settings",
      "/admin_dashboard/feature-testing",
    ]);
    app.unmount();
    app = renderApp("/admin_dashboard");
    expect(adminLinks()).toEqual([]);
    app.unmount();
    renderApp("/nowhere", asAdventurer({ isAdmin: true }));
    expect(adminLinks()).toEqual([]);
  });

  it("[HEAD-06] shows reviewers the pages they may open, and admins those of the team beside the six", async () => {
    const adminLinks = async () =>
      within(await screen.findByRole("navigation", { name: "Admin" }))
        .getAllByRole("link")
        .map((link) => link.getAttribute("href"));
    serve({ "GET /api/account/teams": teamsOf("reviewer") });
    const app = renderApp("/admin_dashboard/samples", asReviewer());
    await vi.waitFor(async () =>
      expect(await adminLinks()).toEqual([
        "/admin_dashboard/samples",
        "/admin_dashboard/review",
        "/admin_dashboard/team",
      ]),
    );
    app.unmount();
    renderApp("/admin_dashboard/samples", asAdmin());
    expect(await adminLinks()).toEqual([
      "/admin_dashboard",
      "/admin_dashboard/applications",
      "/admin_dashboard/samples",
      "/admin_dashboard/review",
      "/admin_dashboard/team",
      "/admin_dashboard/datasets",
      "/admin_dashboard/reports",
      "/admin_dashboard/settings",
      "/admin_dashboard/feature-testing",
    ]);
  });

  it("switches the desk between a person's organizations, and its links stay with the chosen one", async () => {
    const [forest] = teamsOf("coordinator");
    serve({
      "GET /api/account/teams": [forest, { organization_id: 2, organization_name: "River Watch", role: "coordinator" }],
      "GET /api/admin/datasets": [],
    });
    const app = renderApp("/admin_dashboard/datasets", asAdventurer());
    await userEvent.selectOptions(await screen.findByLabelText("Organization shown"), "River Watch");
    expect(app.address()).toBe("/admin_dashboard/datasets?organization=2");
    const links = within(screen.getByRole("navigation", { name: "Admin" }));
    expect(links.getByRole("link", { name: "Applications" }).getAttribute("href")).toBe(
      "/admin_dashboard/applications?organization=2",
    );
    expect(screen.queryByText("You act as an administrator.")).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText("Organization shown"), "All my organizations");
    expect(app.address()).toBe("/admin_dashboard/datasets");
  });

  it("says to administrators that they act for an organization that isn't theirs", async () => {
    serve({
      "GET /api/organizations": [1, 2].map((id) => ({
        id,
        organization_name: `Lab ${id}`,
        organization_email: "a@b.example",
      })),
      "GET /api/admin/datasets": [],
    });
    renderApp("/admin_dashboard/datasets?organization=2", asAdmin());
    await screen.findByText("You act as an administrator.");
  });

  it("opens, moves and closes its menus by keyboard, and returns the focus", async () => {
    renderApp("/nowhere", asAdventurer({ isAdmin: true }));
    await header().findByRole("link", { name: "Admin", hidden: true });
    const button = header().getByRole("button", { name: "Account" });
    button.focus();
    await userEvent.keyboard("{Enter}{ArrowDown}");
    expect(document.activeElement?.textContent).toBe("Profile");
    await userEvent.keyboard("{ArrowDown}");
    expect(document.activeElement?.textContent).toBe("My contributions");
    await userEvent.keyboard("{ArrowDown}");
    expect(document.activeElement?.textContent).toBe("Outbox");
    await userEvent.keyboard("{ArrowDown}");
    expect(document.activeElement?.textContent).toBe("Your account");
    await userEvent.keyboard("{ArrowDown}");
    expect(document.activeElement?.textContent).toBe("Admin");
    await userEvent.keyboard("{End}");
    expect(document.activeElement?.textContent).toBe("Sign out");
    await userEvent.keyboard("{Escape}");
    expect(button.getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement).toBe(button);
  });

  it("[ROUTE-16] the footer below it shows a copyright line for 2024", () => {
    renderApp("/nowhere");
    expect(screen.getByRole("contentinfo").textContent).toMatch(/© 2024/);
  });

  it("shows why signing in failed, until it is dismissed", async () => {
    renderApp("/nowhere", asVisitor({ problem: "Invalid state in OAuth flow" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Invalid state in OAuth flow");
    await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says when the device is offline", async () => {
    renderApp("/nowhere");
    expect(screen.queryByText(/You're offline/)).toBeNull();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    window.dispatchEvent(new Event("offline"));
    expect(await screen.findByText(/You're offline/)).toBeTruthy();
  });
});

describe("the outbox", () => {
  const quest = { id: 7, name: "Bark of the mango trees" };
  const waitingOf = (account: string) => savePoint(newDraft(account, quest, 0));

  it("is linked from the header while something waits, and always from the account menu", async () => {
    await waitingOf("bob");
    const waiting = await waitingOf("alice");
    renderApp("/nowhere", asAdventurer());
    const badge = await header().findByRole("link", { name: "1 waiting" });
    expect(badge.getAttribute("href")).toBe("/outbox");
    await act(async () => void (await waitingOf("alice")));
    await header().findByRole("link", { name: "2 waiting" });
    for (const { localId } of await listRecords("alice")) await act(() => discard(localId));
    await waitFor(() => expect(header().queryByRole("link", { name: /waiting/ })).toBeNull());
    expect(await findRecord(waiting.localId)).toBeUndefined();
    await openAccount();
    expect(header().getByRole("link", { name: "Outbox" }).getAttribute("href")).toBe("/outbox");
  });

  async function signOut() {
    const leave = vi.fn(async () => {});
    renderApp("/nowhere", asAdventurer({ signOut: leave }));
    await openAccount();
    await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
    return leave;
  }
  const question = async () => within(await screen.findByRole("dialog", { name: "Not everything is uploaded" }));
  const countOf = async (account: string) => (await listRecords(account)).length;

  it("makes sign-out ask, and stays if the user stays", async () => {
    await waitingOf("alice");
    await keepDraft({ ...newDraft("alice", quest, 0), answers: { tree_width: "87" } });
    const leave = await signOut();
    const dialog = await question();
    expect(dialog.getByText("1 data point isn't uploaded. 1 draft isn't finished.")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Stay signed in" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(leave).not.toHaveBeenCalled();
    expect(await countOf("alice")).toBe(2);
  });

  it("keeps unsent data points, and nothing else, when the user signs out so", async () => {
    const delivered = await waitingOf("alice");
    await changePoint(delivered.localId, (point) => ({ ...point, state: "delivered" }));
    const waiting = await waitingOf("alice");
    const leave = await signOut();
    await userEvent.click((await question()).getByRole("button", { name: "Sign out and keep them on this phone" }));
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect((await listRecords("alice")).map(({ localId }) => localId)).toEqual([waiting.localId]);
  });

  it("keeps nothing of this account after a second confirmation, and everything of others", async () => {
    await waitingOf("alice");
    await waitingOf("bob");
    const leave = await signOut();
    const dialog = await question();
    await userEvent.click(dialog.getByRole("button", { name: "Delete them and sign out" }));
    expect(leave).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole("button", { name: "Yes, delete them and sign out" }));
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect(await countOf("alice")).toBe(0);
    expect(await countOf("bob")).toBe(1);
  });

  it("is emptied without a question if everything is sent", async () => {
    const { localId } = await waitingOf("alice");
    await changePoint(localId, (point) => ({ ...point, state: "delivered" }));
    const leave = await signOut();
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(await countOf("alice")).toBe(0);
  });
});
