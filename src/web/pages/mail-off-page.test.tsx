import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { refusal, renderApp, serve, standInBrowser } from "../../../test/web-app.tsx";
import { saying } from "../../../test/web-saying.ts";
// Loaded beforehand: on a busy machine their chunks would take longer than a test waits.
import "../app/desk-routes.tsx";
import "./mail-off-page.tsx";

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const call = "POST /api/mail/digest/a.b/off";

describe("the unsubscribe page", () => {
  it("unsubscribes at once, without a sign-in, and says how to subscribe again", async () => {
    const post = vi.fn<(url: URL, init: RequestInit | undefined) => Response>(
      () => new Response(null, { status: 204 }),
    );
    serve({ [call]: post });
    renderApp("/mail/off?token=a.b");
    expect(await screen.findByRole("heading", { name: "You're unsubscribed" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Open my account" }).getAttribute("href")).toBe("/settings");
    expect(new Headers(post.mock.calls[0]?.[1]?.headers).has("authorization")).toBe(false);
  });

  it("says why it failed, and offers no retry for an incomplete link", async () => {
    serve({ [call]: refusal(404, "not_found", "This unsubscribe link isn't valid.") });
    renderApp("/mail/off?token=a.b");
    expect(await screen.findByText("This unsubscribe link isn't valid.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("retries after a connection failure", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    let attempts = 0;
    serve({
      [call]: () => {
        if (++attempts === 1) throw new TypeError("Failed to fetch");
        return new Response(null, { status: 204 });
      },
    });
    renderApp("/mail/off?token=a.b");
    expect(await screen.findByText(saying(/^Cairn isn't responding\./))).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "You're unsubscribed" })).toBeTruthy();
  });
});
