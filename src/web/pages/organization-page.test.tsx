import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  asAdmin,
  asAdventurer,
  clientConfiguration,
  quest,
  refusal,
  renderApp,
  serve,
  standInBrowser,
  teamsOf,
} from "../../../test/web-app.tsx";
import { saying } from "../../../test/web-saying.ts";

const shown = {
  organization_name: "Forest Ecology",
  about: "We look after forests.",
  web_site: "https://forest.example/",
  contact: "hello@forest.example",
  logo: null,
};
const page = { id: 1, ...shown, quests: 3, participations: 1_204, data_points: 20_517, accepted_data_points: 9 };
const answers = {
  "GET /api/organizations/1": page,
  "GET /api/quests": [quest({ quest_name: "Bark of the mango trees" })],
};
const request = {
  id: 4,
  requested_by: "lea",
  requested_at: "2026-11-01T10:00:00Z",
  organization_name: "Lichen League",
  organization_email: "lichen@example.org",
  reason: "Lichens on walls.",
  state: "pending",
  comment: null,
  organization_id: null,
};
const bodyOf = (init: RequestInit | undefined) => JSON.parse(String(init?.body));

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

describe("an organization's page", () => {
  it("shows visitors what it does, how to reach it, its figures and its quests", async () => {
    const fetchMock = serve(answers);
    renderApp("/organizations/1");
    await screen.findByRole("heading", { level: 1, name: "Forest Ecology" });
    screen.getByText("We look after forests.");
    expect(screen.getByRole("link", { name: "forest.example" }).getAttribute("href")).toBe("https://forest.example/");
    expect(screen.getByRole("link", { name: "hello@forest.example" }).getAttribute("href")).toBe(
      "mailto:hello@forest.example",
    );
    screen.getByText("20,517");
    await screen.findByRole("link", { name: /Bark of the mango trees/ });
    expect(fetchMock.mock.calls.some(([url]) => /quests\?.*organization_id=1/.test(String(url)))).toBe(true);
    expect(screen.queryByRole("button", { name: "Edit this page" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Open the workspace" })).toBeNull();
  });

  it("leads its team to the workspace, and lets its owner change it", async () => {
    const sent: unknown[] = [];
    serve({
      ...answers,
      "GET /api/account/teams": teamsOf("owner"),
      "GET /api/organizations/1/details": { id: 1, organization_email: "desk@forest.example", ...shown },
      "PUT /api/organizations/1": (_url: URL, init: RequestInit | undefined) => {
        sent.push(bodyOf(init));
        return { id: 1, organization_name: "Forest Ecology", organization_email: "desk@forest.example" };
      },
    });
    renderApp("/organizations/1", asAdventurer());
    expect((await screen.findByRole("link", { name: "Open the workspace" })).getAttribute("href")).toBe(
      "/admin_dashboard",
    );
    await userEvent.click(screen.getByRole("button", { name: "Edit this page" }));
    // Until it has loaded, another dialog is in its place.
    await userEvent.clear(await screen.findByLabelText("Public email"));
    const dialog = within(screen.getByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await screen.findByText("Saved.");
    expect(sent).toEqual([{ organization_email: "desk@forest.example", ...shown, contact: null }]);
  });

  it("says that there is none at this address", async () => {
    serve({ "GET /api/organizations/1": refusal(404, "organization_not_found", "Organization not found") });
    renderApp("/organizations/1");
    await screen.findByText("There is no such organization.");
  });
});

describe("a request for an organization", () => {
  it("is sent, listed, and can be opened once it is approved", async () => {
    const sent: unknown[] = [];
    serve({
      "GET /api/account/organization-requests": [
        { ...request, state: "approved", organization_id: 9, comment: "Welcome!" },
      ],
      "POST /api/organization-requests": (_url: URL, init: RequestInit | undefined) => {
        sent.push(bodyOf(init));
        return new Response(JSON.stringify(request), { status: 201 });
      },
    });
    renderApp("/organizations/new", asAdventurer());
    await userEvent.type(await screen.findByLabelText(/^Name/), "Lichen League");
    await userEvent.type(screen.getByLabelText(/^Email/), "lichen");
    await userEvent.click(screen.getByRole("button", { name: "Send request" }));
    expect(sent).toEqual([]);
    await userEvent.type(screen.getByLabelText(/^Email/), "@example.org");
    await userEvent.type(screen.getByLabelText(/^What do you want/), "Lichens on walls.");
    await userEvent.click(screen.getByRole("button", { name: "Send request" }));
    expect((await screen.findAllByText(/^Request sent/)).length).toBeGreaterThan(0);
    const { organization_name, organization_email, reason } = request;
    expect(sent).toEqual([{ organization_name, organization_email, reason }]);
    screen.getByText("Welcome!");
    expect(screen.getByRole("link", { name: "Open Lichen League" }).getAttribute("href")).toBe("/organizations/9");
  });

  it("isn't offered where only administrators create organizations", async () => {
    serve({
      "GET /api/config": { ...clientConfiguration, organizations: "closed" },
      "GET /api/account/organization-requests": [],
    });
    renderApp("/organizations/new", asAdventurer());
    await screen.findByText("Only administrators create organizations here.");
    expect(screen.queryByRole("button", { name: /request/ })).toBeNull();
  });

  it("is decided by an administrator, with an answer to the person", async () => {
    const sent: unknown[] = [];
    serve({
      "GET /api/organizations": [],
      "GET /api/admin/settings": [],
      "GET /api/organization-requests": () => (sent.length === 0 ? [request] : []),
      "GET /api/admin/waiting": () => ({
        open_questions: 0,
        reports: 0,
        organization_requests: sent.length === 0 ? 1 : 0,
      }),
      "PUT /api/organization-requests/4/decision": (_url: URL, init: RequestInit | undefined) => {
        sent.push(bodyOf(init));
        return { ...request, state: "approved", organization_id: 9 };
      },
    });
    renderApp("/admin_dashboard/settings", asAdmin(), { sharesCache: true });
    const areas = within(await screen.findByRole("navigation", { name: "Admin" }));
    await areas.findByRole("link", { name: "Settings 1 request for an organization" });
    await userEvent.type(await screen.findByLabelText(/^Answer to lea/), "Welcome!");
    await userEvent.click(screen.getByRole("button", { name: "Approve Lichen League" }));
    await screen.findByText(saying("Lichen League exists now, and lea owns it."));
    expect(sent).toEqual([{ state: "approved", comment: "Welcome!" }]);
    await vi.waitFor(() => expect(screen.queryByText("Lichens on walls.")).toBeNull());
    await areas.findByRole("link", { name: "Settings" });
  });
});
