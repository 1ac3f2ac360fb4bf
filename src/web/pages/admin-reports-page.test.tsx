import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { asAdmin, asReviewer, refusal, renderApp, serve, standInBrowser, teamsOf } from "../../../test/web-app.tsx";
import { saying } from "../../../test/web-saying.ts";
import type { Report } from "../../contract/reports.ts";
import "./admin-reports-page.tsx";
import "../app/shell/admin-bar.tsx";

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const report: Report = {
  kind: "announcement",
  id: 2,
  quest_id: 7,
  quest_name: "Bark",
  organization_name: "Forest Ecology",
  title: "The river is closed",
  text: "Until Monday.",
  question: null,
  written_by: "olga",
  written_at: "2026-05-01T10:00:00Z",
  reports: 2,
  reported_at: "2026-05-03T10:00:00Z",
  dismissed_by: null,
  dismissed_at: null,
};
const reported = async (title: string) =>
  within((await screen.findByRole("heading", { name: title })).closest("article") as HTMLElement);

it("[CALL-45] a reported message shows whose it is and how many reported it; a failed “Done” keeps it", async () => {
  let reports = [report];
  let isBroken = true;
  const fetchMock = serve({
    "GET /api/admin/reports": () => reports,
    "GET /api/admin/waiting": () => ({ open_questions: 3, reports: reports.length }),
    "POST /api/admin/reports/dismissals": () => {
      if (isBroken) return refusal(503, "unavailable");
      reports = [];
      return new Response(null, { status: 204 });
    },
  });
  renderApp("/admin_dashboard/reports", asAdmin(), { sharesCache: true });
  const message = await reported(report.title);
  expect(message.getByRole("link", { name: "Bark" }).getAttribute("href")).toBe("/quests/7");
  expect(message.getByText("olga").parentElement?.textContent).toBe("Written by olga");
  for (const words of ["Forest Ecology", "Until Monday.", "Reported by 2 people"]) {
    expect(message.getByText(words)).toBeTruthy();
  }
  expect(await screen.findByRole("link", { name: "Quests 3 open questions" })).toBeTruthy();
  const areas = within(screen.getByRole("navigation", { name: "Admin" }));
  expect(areas.getByRole("link", { name: "Reports 1 reported message" })).toBeTruthy();
  const done = () => userEvent.click(screen.getByRole("button", { name: "Done: The river is closed" }));
  await done();
  expect(await message.findByText(/^The reports are still waiting/)).toBeTruthy();
  isBroken = false;
  await done();
  expect(await screen.findByText("No reported messages.")).toBeTruthy();
  await waitFor(() => expect(areas.getByRole("link", { name: "Reports" })).toBeTruthy());
  const [, init] = fetchMock.mock.calls.findLast(([, sent]) => sent?.method === "POST") ?? [];
  expect(JSON.parse(String(init?.body))).toEqual({ kind: "announcement", id: 2 });
});

it("[CALL-45] what is done says who did it", async () => {
  serve({
    "GET /api/account/teams": teamsOf("coordinator"),
    "GET /api/admin/reports": (url: URL) =>
      url.searchParams.get("dismissed") === "only"
        ? [{ ...report, dismissed_by: "olga", dismissed_at: "2026-05-04T10:00:00Z" }]
        : [],
  });
  renderApp("/admin_dashboard/reports", asReviewer());
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Show" }), "Done");
  const message = await reported(report.title);
  const done = message.getByText(saying(/^Done by olga,/));
  expect(within(done).getByText("olga").getAttribute("translate")).toBe("no");
  expect(message.queryByRole("button")).toBeNull();
});

it("[CALL-45] reviewers see neither the page nor its link", async () => {
  const fetchMock = serve({ "GET /api/account/teams": teamsOf("reviewer") });
  renderApp("/admin_dashboard/reports", asReviewer());
  expect(await screen.findByRole("heading", { name: "You're not authorized to view this page." })).toBeTruthy();
  const areas = within(await screen.findByRole("navigation", { name: "Admin" }));
  expect(areas.queryByRole("link", { name: /Reports/ })).toBeNull();
  expect(fetchMock.mock.calls.filter(([url]) => /admin\/(reports|waiting)/.test(String(url)))).toEqual([]);
});
