import { act, render, waitFor } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, describe, expect, it, vi } from "vitest";
import { serve } from "../../../../test/web-app.tsx";
import { fetchingHooks } from "../../../../test/web-fetching-hooks.ts";
import { forgetFetched } from "./forget-fetched.ts";
import { useListInParts } from "./list-parts.ts";

const { cache } = SWRConfig.defaultValue;
const kept = () => [...cache.keys()].filter((key) => cache.get(key)?.data !== undefined);
const application = {
  quest_id: 7,
  quest_name: "Bark",
  adventurer_id: "alice",
  status: "in_progress",
  joined_at: "2026-05-01T10:00:00Z",
  completed_at: null,
};

function Reader({ useHook }: { useHook: () => unknown }) {
  useHook();
  return null;
}

afterEach(() => vi.unstubAllGlobals());

describe("fetched data", () => {
  it("[IDENT-05] is deleted with the session, including paged lists", async () => {
    serve(Object.fromEntries(fetchingHooks.map(({ call, answer }) => [call, answer])));
    const view = render(fetchingHooks.map(({ name, use }) => <Reader key={name} useHook={use} />));
    await waitFor(() => expect(kept().length).toBeGreaterThanOrEqual(fetchingHooks.length));
    expect(kept().some((key) => key.startsWith("$inf$"))).toBe(true);
    view.unmount();
    act(() => forgetFetched());
    expect([...cache.keys()]).toEqual([]);
  });

  it("[IDENT-05] is not kept if it arrives later", async () => {
    let answer: (body: unknown) => void = () => {};
    serve({ "GET /api/admin/applications": () => new Promise((resolve) => (answer = resolve)) });
    const view = render(<Reader useHook={() => useListInParts("listApplications", { query: { limit: 2 } })} />);
    await waitFor(() => expect(cache.keys().next().done).toBe(false));
    view.unmount();
    act(() => forgetFetched());
    await act(async () => {
      answer([application]);
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(kept()).toEqual([]);
  });
});
