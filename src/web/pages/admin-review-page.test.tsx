import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  asAdmin,
  asReviewer,
  openDialog,
  refusal,
  renderApp,
  serve,
  standInBrowser,
  teamsOf,
} from "../../../test/web-app.tsx";
import { saying } from "../../../test/web-saying.ts";
import type { ReviewFigures } from "../../contract/reviews.ts";

const figures = (changes: Partial<ReviewFigures["agreement"]> = {}): ReviewFigures => ({
  from: "2026-05-01T10:00:00Z",
  reviewers: [
    {
      reviewer: "rita",
      accepted: 30,
      denied: 4,
      change_requested: 2,
      undone: 1,
      rechecked: 40,
      agreed: 34,
      last_decision_at: "2026-05-02T10:00:00Z",
    },
  ],
  agreement: {
    count: 40,
    observed: 0.85,
    kappa: 0.66,
    table: [
      { first: "accepted", second: "accepted", count: 24 },
      { first: "accepted", second: "denied", count: 6 },
      { first: "denied", second: "denied", count: 10 },
    ],
    ...changes,
  },
  recheck_percent: 5,
});
const bark = { quest_id: 7, quest_name: "Bark of the mango trees", reviewers: ["rita"], pending_count: 12 };
const organizations = [
  { id: 1, organization_name: "Forest Ecology", organization_email: "forest@example.org" },
  { id: 2, organization_name: "River Watch", organization_email: "river@example.org" },
];
const answers = {
  "GET /api/account/teams": teamsOf("reviewer"),
  "GET /api/admin/review-figures": figures(),
  "GET /api/admin/assignments": [bark],
  "GET /api/organizations": organizations,
  "GET /api/organizations/1/review-reasons": [],
  "GET /api/organizations/2/review-reasons": [{ decision: "denied", text: "This is another river." }],
};
const address = "/admin_dashboard/review";
const bodyOf = (init: RequestInit | undefined) => JSON.parse(String(init?.body));

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const part = async (name: string) => within(await screen.findByRole("region", { name }));

describe("the review team", () => {
  it("shows everyone's decisions, and how far they agree in plain words", async () => {
    serve(answers);
    renderApp(address, asReviewer());
    const row = within(await screen.findByRole("row", { name: /^rita/ }));
    expect(
      row
        .getAllByRole("cell")
        .map((cell) => cell.textContent)
        .slice(0, 6),
    ).toEqual(["30", "4", "2", "1", "40", "34"]);
    const agreement = await part("Agreement");
    agreement.getByText("Both reviewers agreed on 34 of 40 decisions (85%).");
    agreement.getByText("Cohen's kappa is 0.66: good agreement.");
    agreement.getByText(/5% of decisions, chosen at random,/);
    const accepted = within(agreement.getByRole("row", { name: /^accepted/ }));
    expect(accepted.getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["24", "6", "0"]);
  });

  it.each([
    [{ count: 0, observed: null, kappa: null, table: [] }, "No second reviews in this period."],
    [{ kappa: null }, /Kappa can't be calculated yet/],
    [{ count: 12, observed: 0.75 }, /With so few decisions, kappa can be far off./],
    [{ kappa: -0.1 }, /worse than chance/],
  ])("explains %j", async (changes, words) => {
    serve({ ...answers, "GET /api/admin/review-figures": figures(changes) });
    renderApp(address, asAdmin());
    (await part("Agreement")).getByText(words);
  });

  it("loads another period", async () => {
    const fetchMock = serve(answers);
    renderApp(address, asAdmin());
    await userEvent.selectOptions(await screen.findByLabelText("Decisions of the last"), "7 days");
    const daysAgo = (url: string) =>
      Math.round((Date.now() - Date.parse(new URL(url, "http://x").searchParams.get("from") ?? "")) / 86_400_000);
    await waitFor(() => {
      const asked = fetchMock.mock.calls.map(([url]) => String(url)).filter((url) => url.includes("review-figures"));
      expect(asked.map(daysAgo)).toEqual([30, 7]);
    });
  });

  it("assigns reviewers to a quest, including a typed name that was not added yet", async () => {
    const sent: unknown[] = [];
    serve({
      ...answers,
      "PUT /api/quests/7/reviewers": (_url: URL, init: RequestInit | undefined) => {
        sent.push(bodyOf(init));
        return { ...bark, reviewers: ["rosa", "otto"] };
      },
    });
    renderApp(address, asAdmin());
    await userEvent.click(await screen.findByRole("button", { name: "Change reviewers of Bark of the mango trees" }));
    const box = await openDialog();
    await userEvent.click(box.getByRole("button", { name: "Remove rita" }));
    box.getByText("No reviewers assigned.");
    await userEvent.type(box.getByLabelText("Username"), " rosa {Enter}");
    await userEvent.type(box.getByLabelText("Username"), "otto");
    await userEvent.click(box.getByRole("button", { name: "Save" }));
    await screen.findByText("Reviewers of Bark of the mango trees saved.");
    expect(sent).toEqual([{ reviewers: ["rosa", "otto"] }]);
  });

  it("keeps entries that were not saved", async () => {
    serve({ ...answers, "PUT /api/quests/7/reviewers": () => refusal(503, "unavailable", "Try again later.") });
    renderApp(address, asAdmin());
    await userEvent.click(await screen.findByRole("button", { name: /^Change reviewers/ }));
    const box = await openDialog();
    await userEvent.type(box.getByLabelText("Username"), "rosa{Enter}");
    await userEvent.click(box.getByRole("button", { name: "Save" }));
    expect((await box.findByRole("alert")).textContent).toContain("The reviewers weren't saved. Try again later.");
    box.getByText("rosa");
  });

  it("lets reviewers read assignments, and find those of other quests", async () => {
    const fetchMock = serve(answers);
    renderApp(address, asReviewer());
    const row = within(await screen.findByRole("row", { name: /^Bark of the mango trees/ }));
    expect(row.getByRole("link", { name: /^12 samples wait/ }).getAttribute("href")).toBe(
      "/admin_dashboard/samples?quest=7",
    );
    expect(screen.queryByRole("button", { name: /^Change reviewers/ })).toBeNull();
    await userEvent.type(screen.getByLabelText("Search quests"), "river");
    await waitFor(() =>
      expect(fetchMock.mock.calls.some(([url]) => /assignments\?.*q=river/.test(String(url)))).toBe(true),
    );
  });

  it("edits an organization's reasons: from suggestions, in another order, without empty ones", async () => {
    const sent: unknown[] = [];
    serve({
      ...answers,
      "PUT /api/organizations/1/review-reasons": (_url: URL, init: RequestInit | undefined) => {
        sent.push(bodyOf(init));
        return bodyOf(init);
      },
    });
    renderApp(address, asReviewer(), { sharesCache: true });
    await userEvent.click(await screen.findByRole("button", { name: "Edit reasons" }));
    const box = await openDialog();
    const change = within(box.getByRole("group", { name: "To request a change" }));
    await userEvent.click(change.getByRole("button", { name: /^The photo is blurred/ }));
    await userEvent.click(change.getByRole("button", { name: "Add a reason" }));
    await userEvent.click(box.getByRole("button", { name: "Save" }));
    expect(document.activeElement).toBe(change.getByLabelText("Reason 2"));
    change.getByText("Write the reason, or delete it.");
    await userEvent.keyboard("  The label is hidden. ");
    await userEvent.click(change.getByRole("button", { name: "Move reason 2 up" }));
    await userEvent.click(box.getByRole("button", { name: "Save" }));
    await screen.findByText(saying("Reasons of Forest Ecology saved."));
    expect(sent).toEqual([
      [
        { decision: "change_requested", text: "The label is hidden." },
        {
          decision: "change_requested",
          text: "The photo is blurred. Please hold the phone still and retake it.",
        },
      ],
    ]);
    const shown = await part("To request a change");
    expect(shown.getAllByRole("listitem")).toHaveLength(2);
  });

  it("shows the reasons of another organization, without suggestions", async () => {
    serve(answers);
    renderApp(address, asAdmin());
    await userEvent.selectOptions(await screen.findByLabelText("Organization"), "River Watch");
    await screen.findByText("This is another river.");
    await userEvent.click(screen.getByRole("button", { name: "Edit reasons" }));
    const deny = within((await openDialog()).getByRole("group", { name: "To deny" }));
    expect(deny.queryByText(/Suggestions: press one/)).toBeNull();
    await userEvent.click(deny.getByRole("button", { name: "Delete reason 1" }));
    expect(deny.queryByLabelText("Reason 1")).toBeNull();
  });

  it("says what failed, and tries again", async () => {
    serve({});
    renderApp(address, asAdmin());
    const reviewers = await part("Reviewers");
    await reviewers.findByText("An error occurred while fetching the data.");
    serve(answers);
    await userEvent.click(reviewers.getByRole("button", { name: "Try again" }));
    await reviewers.findByRole("row", { name: /^rita/ });
  });
});
