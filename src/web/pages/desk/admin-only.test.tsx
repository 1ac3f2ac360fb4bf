import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  asAdmin,
  asAdventurer,
  asTester,
  asVisitor,
  renderApp,
  serve,
  standInBrowser,
  teamsOf,
} from "../../../../test/web-app.tsx";
import type { TeamRole } from "../../../contract/roles.ts";
import type { Auth } from "../../foundation/auth/auth-context.ts";
import { deskPaths } from "../../foundation/desk-paths.ts";

const refused = "You're not authorized to view this page.";
const ofTeams = [deskPaths.samples, deskPaths.review, deskPaths.team, deskPaths.evidence];
const ofCoordinators = [deskPaths.quests, deskPaths.applications, deskPaths.datasets];
const ofAdmins = [deskPaths.settings, deskPaths.featureTesting];

beforeEach(() => {
  standInBrowser();
  serve({});
});
afterEach(() => vi.unstubAllGlobals());

async function headingAt(path: string, auth: Auth): Promise<string | null> {
  const app = renderApp(path, auth);
  const heading = await screen.findByRole("heading", { level: 1 });
  app.unmount();
  return heading.textContent;
}

describe("a page of the admin area", () => {
  const asRole = (role: TeamRole) => {
    serve({ "GET /api/account/teams": teamsOf(role) });
    return asAdventurer({ username: "rita" });
  };

  it.each(ofTeams)("%s is open to admins and everybody in a team, and closed to others", async (path) => {
    expect(await headingAt(path, asAdmin())).not.toBe(refused);
    for (const auth of [asVisitor(), asAdventurer(), asTester()]) expect(await headingAt(path, auth)).toBe(refused);
    expect(await headingAt(path, asRole("viewer"))).not.toBe(refused);
  });

  it.each(ofCoordinators)("%s is open to admins and coordinators, and closed to reviewers", async (path) => {
    expect(await headingAt(path, asAdmin())).not.toBe(refused);
    expect(await headingAt(path, asRole("coordinator"))).not.toBe(refused);
    expect(await headingAt(path, asRole("reviewer"))).toBe(refused);
  });

  it.each(ofAdmins)("%s is open to admins only", async (path) => {
    expect(await headingAt(path, asAdmin())).not.toBe(refused);
    expect(await headingAt(path, asRole("owner"))).toBe(refused);
  });
});
