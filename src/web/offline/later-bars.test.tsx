import { act, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve } from "../../../test/web-app.tsx";
import { lazily } from "../foundation/texts/lazily.ts";
import { WhenFetched } from "../ui/when-fetched.tsx";
import { useBegunForm } from "./begun-form.ts";
import { LaterBars } from "./later-bars.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const Missing = lazily("Part", () => new Promise<{ Part: ComponentType }>(() => undefined));

function Page({ isFormBegun = false }) {
  useBegunForm(isFormBegun);
  return (
    <>
      <LaterBars />
      <WhenFetched>
        <Missing />
      </WhenFetched>
    </>
  );
}

it("says that a part is missing and looks for a new version; the page can be reloaded unless a form is begun", async () => {
  serve({});
  const update = vi.fn(async () => undefined);
  const register = async () => Object.assign(new EventTarget(), { update });
  const serviceWorker = Object.assign(new EventTarget(), { register });
  Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
  const { rerender } = render(<Page />);
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  expect(screen.getByRole("status").textContent).toBe("");
  expect(update).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByRole("status").textContent).toBe("Part of this page hasn't loaded yet. Still trying…Reload");
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
  expect(update).toHaveBeenCalledOnce();
  rerender(<Page isFormBegun />);
  expect(screen.getByRole("status").textContent).toBe("Part of this page hasn't loaded yet. Still trying…");
});
