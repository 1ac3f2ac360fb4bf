import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clientConfiguration, renderApp, serve, standInBrowser } from "../../../../test/web-app.tsx";

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const footer = () => within(screen.getByRole("contentinfo"));

describe("the footer", () => {
  it("links to the terms of the installation, where it has any", async () => {
    serve({ "GET /api/config": { ...clientConfiguration, terms_url: "http://localhost:3000/terms" } });
    const { unmount } = renderApp("/nowhere");
    const link = await footer().findByRole("link", { name: "Terms" });
    expect(link.getAttribute("href")).toBe("http://localhost:3000/terms");
    unmount();
    serve({});
    renderApp("/nowhere");
    expect(footer().queryByRole("link", { name: "Terms" })).toBeNull();
  });
});
