import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asAdventurer, asVisitor, press, refusal, renderApp, serve, standInBrowser } from "../../../test/web-app.tsx";
import { saying } from "../../../test/web-saying.ts";
import type { InvitationOffer } from "../../contract/teams.ts";
// Loaded beforehand: on a busy machine their chunks would take longer than a test waits.
import "../app/desk-routes.tsx";
import "./invitation-page.tsx";

const offer = (changes: Partial<InvitationOffer> = {}): InvitationOffer => ({
  state: "open",
  organization_name: "Forest Ecology",
  role: "reviewer",
  anyone: false,
  invited_by: "olga",
  expires_at: "2026-11-08T10:00:00Z",
  ...changes,
});
const get = "GET /api/invitations/abc";
const accept = "POST /api/invitations/abc/accept";

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

describe("the page of an invitation", () => {
  it("tells a visitor who invites to what, and lets them sign in or up and come back", async () => {
    serve({ [get]: offer() });
    const signIn = vi.fn(async () => {});
    renderApp("/invitations/abc", asVisitor({ signIn }));
    expect(await screen.findByRole("heading", { name: "Join the team of Forest Ecology" })).toBeTruthy();
    expect(screen.getByText("olga").parentElement?.textContent).toBe("olga invites you. Your role: Reviewer.");
    expect(screen.getByText(/It is for the email address it was sent to/)).toBeTruthy();
    await press("Sign in");
    await press("Sign up");
    // Without a place to return to, it is the current page.
    expect(signIn.mock.calls).toEqual([[], [{ signUp: true }]]);
  });

  it("gives the role, and leads to the team's pages", async () => {
    serve({
      [get]: offer({ anyone: true }),
      [accept]: { organization_id: 7, organization_name: "Forest Ecology", role: "reviewer" },
    });
    renderApp("/invitations/abc", asAdventurer());
    await screen.findByText(saying("You are signed in as alice."));
    expect(screen.queryByText(/It is for the email address/)).toBeNull();
    await press("Accept");
    expect(await screen.findByRole("heading", { name: "You're in the team of Forest Ecology" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Open the team's pages" }).getAttribute("href")).toBe(
      "/admin_dashboard/team?organization=7",
    );
  });

  it("says why it can't be accepted, and offers another account", async () => {
    serve({ [get]: offer(), [accept]: refusal(409, "invitation_other_address", "It is for another email address.") });
    const signOut = vi.fn(async () => {});
    renderApp("/invitations/abc", asAdventurer({ signOut }));
    await press("Accept");
    expect(await screen.findByText("You didn't join the team. It is for another email address.")).toBeTruthy();
    expect(screen.getByText(/To use another account, sign out/)).toBeTruthy();
    await press("Sign out");
    await vi.waitFor(() => expect(signOut).toHaveBeenCalled());
  });

  it.each([
    ["used", "This invitation has already been used"],
    ["expired", "This invitation has expired"],
    ["revoked", "This invitation has been revoked"],
  ] as const)("that was %s says so, and offers nothing to accept", async (state, title) => {
    serve({ [get]: offer({ state, invited_by: null }) });
    renderApp("/invitations/abc", asAdventurer());
    expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
  });

  it("says that a link is cut off", async () => {
    serve({ [get]: refusal(404, "invitation_not_found", "No.") });
    renderApp("/invitations/abc");
    expect(await screen.findByRole("heading", { name: "This invitation doesn't exist" })).toBeTruthy();
  });
});
