import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useAuth } from "./auth-context.ts";
import { AuthProvider } from "./auth-provider.tsx";

function token(claims: Record<string, unknown>): string {
  return `e30.${btoa(JSON.stringify({ exp: 4_000_000_000, ...claims }))}.c2ln`;
}

function Shown() {
  const { status, username, isAdmin, isFeatureTester, signOut } = useAuth();
  return (
    <>
      <output>{`${status} ${username ?? "nobody"} ${isAdmin} ${isFeatureTester}`}</output>
      <button type="button" onClick={() => void signOut()}>
        Sign out
      </button>
    </>
  );
}

function show(onSessionEnd = vi.fn()) {
  render(
    <StrictMode>
      <MemoryRouter>
        <AuthProvider loadSettings={() => new Promise(() => {})} onSessionEnd={onSessionEnd}>
          <Shown />
        </AuthProvider>
      </MemoryRouter>
    </StrictMode>,
  );
  return onSessionEnd;
}

describe("AuthProvider", () => {
  beforeEach(() => localStorage.clear());

  it("[IDENT-02] shows a visitor as nobody, with no flag set", async () => {
    show();
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("signed_out nobody false false"));
  });

  it("takes up the session of the browser, and forgets it on signing out", async () => {
    localStorage.setItem("jwt", token({ username: "ann", "cognito:groups": ["feature_testers"] }));
    const onSessionEnd = show();
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("signed_in ann false true"));
    await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
    expect(screen.getByRole("status").textContent).toBe("signed_out nobody false false");
    expect(localStorage.getItem("jwt")).toBeNull();
    expect(onSessionEnd).toHaveBeenCalledExactlyOnceWith("signed-out", "ann");
  });
});
