import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asAdventurer, asVisitor, refusal, renderApp, serve, standInBrowser } from "../../../test/web-app.tsx";
// Loaded beforehand: on a busy machine their chunks would take longer than a test waits.
import "../app/desk-routes.tsx";
import "./account-page.tsx";

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

it("[ROUTE-20] the account has all that belongs to it, and the way to the provider's own page", async () => {
  serve({});
  renderApp("/settings", asAdventurer());
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Your account");
  const names = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(names()).toEqual(["Emails", "Your name in results", "Access tokens", "Your data"]));
  const link = await screen.findByRole("link", { name: "Account and security" });
  expect(link.getAttribute("href")).toBe("/account");
});

it("[ROUTE-20] the account asks visitors to sign in", async () => {
  serve({});
  renderApp("/settings", asVisitor());
  expect(await screen.findByText("Sign in to see your account.")).toBeTruthy();
  expect(screen.queryByRole("heading", { level: 2 })).toBeNull();
});

describe("a volunteer's own data", () => {
  it("can be downloaded as one file", async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }));
    serve({ "GET /api/adventurers/alice/export": new Response("zip") });
    renderApp("/settings", asAdventurer());
    await userEvent.click(await screen.findByRole("button", { name: "Download my data" }));
    await vi.waitFor(() => expect(saved).toEqual(["cairn-my-data.zip"]), 10_000);
  });

  it("says why a download failed", async () => {
    serve({
      "GET /api/adventurers/alice/export": refusal(
        429,
        "too_many_requests",
        "Too many requests. Try again in a moment.",
      ),
    });
    renderApp("/settings", asAdventurer());
    await userEvent.click(await screen.findByRole("button", { name: "Download my data" }));
    expect(
      await screen.findByText("Your data couldn't be downloaded: Too many requests. Try again in a moment."),
    ).toBeTruthy();
  });

  it("is deleted with the account, on the account page of the embedded provider", async () => {
    serve({});
    renderApp("/settings", asAdventurer());
    const link = await screen.findByRole("link", { name: "Delete my account" });
    expect(link.getAttribute("href")).toBe("/account/delete");
    expect(screen.queryByRole("button", { name: "Delete my data" })).toBeNull();
  });
});
