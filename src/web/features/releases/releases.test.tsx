import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  clientConfiguration,
  openDialog,
  press,
  refusal,
  renderAlone,
  sentBy,
  serve,
  standInBrowser,
} from "../../../../test/web-app.tsx";
import { saying } from "../../../../test/web-saying.ts";
import type { Release } from "../../../contract/releases.ts";
import { Releases } from "./releases.tsx";

const path = "/api/quests/7/releases";
const release: Release = {
  quest_id: 7,
  number: 2,
  state: "published",
  licence: "CC0-1.0",
  notes: "",
  authors: [{ name: "Ana" }],
  requested_at: "2026-11-01T10:00:00Z",
  progress: null,
  failure: null,
  published_at: "2026-11-01T10:00:00Z",
  withdrawn_at: null,
  withdrawal_reason: null,
  doi: null,
  accepted: 12,
  changes: null,
};

type Deposit = NonNullable<Release["deposit"]>;
const waiting: Deposit = {
  state: "waiting",
  archive: "https://zenodo.org",
  progress: null,
  failure: null,
  answer: null,
};
const withArchive = { ...clientConfiguration, archive_url: "https://zenodo.org" };

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const show = () => renderAlone(<Releases questId={7} />);

describe("a quest's releases", () => {
  it.each<[Partial<Release>, RegExp]>([
    [{}, /Published.*Nov 1, 2026/],
    [{ state: "building", published_at: null, progress: { done: 1, total: 4 } }, /Being made/],
    [{ state: "failed", published_at: null, failure: "results_hidden" }, /Failed.*results were hidden/],
    [{ state: "withdrawn", withdrawn_at: "2026-11-02T10:00:00Z", withdrawal_reason: "Wrong units." }, /Wrong units/],
  ])("say how they are: %j", async (changes, expected) => {
    serve({ [`GET ${path}`]: [{ ...release, ...changes }] });
    show();
    const row = (await screen.findByRole("link", { name: "Open release 2" })).closest("tr");
    expect(row?.textContent).toMatch(expected);
  });

  it("are published with a licence and authors; a wrong ORCID iD is named and nothing is sent", async () => {
    const mock = serve({ [`GET ${path}`]: [], [`POST ${path}`]: { number: 1, state: "building" } });
    show();
    await press("Publish a release");
    const form = await openDialog();
    await userEvent.click(form.getByLabelText(/^CC0 1\.0/));
    await userEvent.type(form.getByLabelText("Name of author 1"), " Ana ");
    await userEvent.type(form.getByLabelText("ORCID iD of author 1"), "0000-0002-1825-0098");
    await userEvent.click(form.getByRole("button", { name: "Publish" }));
    expect(form.getByText("This isn't an ORCID iD. Check its digits.")).toBeTruthy();
    expect(sentBy("POST", mock)).toEqual([]);
    await userEvent.type(form.getByLabelText("ORCID iD of author 1"), "{Backspace}7");
    await userEvent.click(form.getByRole("button", { name: "Publish" }));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(sentBy("POST", mock)).toEqual([
      { licence: "CC0-1.0", notes: "", thanks: "", authors: [{ name: "Ana", orcid: "0000-0002-1825-0097" }] },
    ]);
  });

  it("say why one is refused, and keep what was entered", async () => {
    serve({ [`GET ${path}`]: [], [`POST ${path}`]: refusal(409, "release_refused", "Make the results public first.") });
    show();
    await press("Publish a release");
    const form = await openDialog();
    await userEvent.type(form.getByLabelText("Name of author 1"), "Ana");
    await userEvent.click(form.getByRole("button", { name: "Publish" }));
    expect(await form.findByText(/Make the results public first/)).toBeTruthy();
    expect((form.getByLabelText("Name of author 1") as HTMLInputElement).value).toBe("Ana");
  });

  it.each<[Partial<Deposit>, RegExp]>([
    [{}, /Waiting to be deposited at zenodo\.org/],
    [{ progress: { done: 1, total: 4 } }, /Being deposited at zenodo\.org/],
    [{ failure: "unreached" }, /zenodo\.org can't be reached at the moment/],
    [
      { state: "failed", failure: "refused", answer: "400: Too plain." },
      /zenodo\.org rejected the deposit: 400: Too plain/,
    ],
  ])("say how their deposit is: %j", async (changes, expected) => {
    serve({ [`GET ${path}`]: [{ ...release, deposit: { ...waiting, ...changes } }], "GET /api/config": withArchive });
    show();
    const row = (await screen.findByRole("link", { name: "Open release 2" })).closest("tr");
    expect(row?.textContent).toMatch(expected);
    const isFailed = changes.state === "failed";
    if (isFailed) await screen.findByRole("button", { name: "Deposit at zenodo.org: release 2" });
    else expect(screen.queryByRole("button", { name: /Deposit/ })).toBeNull();
    expect(screen.queryAllByRole("button", { name: /Enter the DOI/ })).toHaveLength(isFailed ? 1 : 0);
  });

  it("are deposited by a press, asked for again while that lasts, and then have a DOI", async () => {
    const answers: Partial<Release>[] = [{}, { deposit: waiting }, { doi: "10.5281/zenodo.1" }];
    const mock = serve({
      [`GET ${path}`]: () => [{ ...release, ...(answers.length > 1 ? answers.shift() : answers[0]) }],
      [`POST ${path}/2/deposit`]: { ...release, content: null, citation: null, citations: [], address: "/", files: [] },
      "GET /api/config": withArchive,
    });
    show();
    await press("Deposit at zenodo.org: release 2");
    expect(await screen.findByText(saying("Waiting to be deposited at zenodo.org"))).toBeTruthy();
    const doi = await screen.findByRole("link", { name: "10.5281/zenodo.1" }, { timeout: 10_000 });
    expect(doi.getAttribute("href")).toBe("https://doi.org/10.5281/zenodo.1");
    expect(screen.queryByRole("button", { name: /Deposit|DOI/ })).toBeNull();
    expect(mock.mock.calls.filter(([, init]) => init?.method === "POST")).toHaveLength(1);
  });

  it("say why a deposit can't start, and offer none without an archive", async () => {
    serve({
      [`GET ${path}`]: [release],
      [`POST ${path}/2/deposit`]: refusal(409, "release_refused", "This release is being deposited."),
      "GET /api/config": withArchive,
    });
    const { unmount } = show();
    await press("Deposit at zenodo.org: release 2");
    expect(await screen.findByText(/couldn't be started: This release is being deposited/)).toBeTruthy();
    unmount();
    serve({ [`GET ${path}`]: [release], "GET /api/config": clientConfiguration });
    show();
    await screen.findByRole("button", { name: /Enter the DOI/ });
    expect(screen.queryByRole("button", { name: /Deposit/ })).toBeNull();
  });

  it("are withdrawn with a reason only", async () => {
    const mock = serve({ [`GET ${path}`]: [release], [`POST ${path}/2/withdrawal`]: refusal(409, "release_refused") });
    show();
    await press("Withdraw release 2");
    const form = await openDialog();
    await userEvent.click(form.getByRole("button", { name: "Withdraw" }));
    expect(form.getByText("Enter a reason.")).toBeTruthy();
    expect(sentBy("POST", mock)).toEqual([]);
    await userEvent.type(form.getByLabelText(/^Reason/), "Wrong units.");
    expect(form.queryByRole("alert")).toBeNull();
    await userEvent.click(form.getByRole("button", { name: "Withdraw" }));
    await vi.waitFor(() => expect(sentBy("POST", mock)).toEqual([{ reason: "Wrong units." }]));
  });
});
