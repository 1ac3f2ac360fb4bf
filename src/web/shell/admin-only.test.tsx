import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  asAdmin,
  asAdventurer,
  asReviewer,
  asTester,
  asVisitor,
  renderApp,
  serve,
  standInBrowser,
} from "../../../test/web-app.tsx";
import type { Auth } from "../features/auth/auth-context.ts";
import { paths } from "../paths.ts";

const refused = "You're not authorized to view this page.";
const ofReviewers = [paths.adminSamples, paths.adminReview, paths.adminEvidence];
const ofAdmins = [
  paths.admin,
  paths.adminApplications,
  paths.adminDatasets,
  paths.adminSettings,
  paths.adminFeatureTesting,
];

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
  it.each(ofReviewers)("%s is open to admins and reviewers, and closed to everybody else", async (path) => {
    expect(await headingAt(path, asAdmin())).not.toBe(refused);
    expect(await headingAt(path, asReviewer())).not.toBe(refused);
    for (const auth of [asVisitor(), asAdventurer(), asTester()]) expect(await headingAt(path, auth)).toBe(refused);
  });

  it.each(ofAdmins)("%s is open to admins, and closed to reviewers", async (path) => {
    expect(await headingAt(path, asAdmin())).not.toBe(refused);
    expect(await headingAt(path, asReviewer())).toBe(refused);
  });
});
