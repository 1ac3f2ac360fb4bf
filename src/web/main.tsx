import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import "./tokens.css";
import "./base.css";
import { forgetFetched } from "./api/forget-fetched.ts";
import { formatDate } from "./components/dates.ts";
import { whenIdle } from "./components/when-idle.ts";
import { AuthProvider } from "./features/auth/auth-provider.tsx";
import type { SessionEnd } from "./features/auth/auth-session.ts";
import { AppRoutes } from "./router.tsx";
import { InLanguage } from "./shell/in-language.tsx";
import { SessionBridge } from "./shell/session-bridge.tsx";
import { pendingTexts } from "./texts/area-texts.ts";

/** Another person may sit here now. What was not sent is kept for its own person. */
async function forgetSession(reason: SessionEnd, username: string | undefined): Promise<void> {
  forgetFetched();
  if (reason === "signed-out" && username !== undefined) await forgetKeptOf(username);
}

/** What an account was answered, and what it took along, stays on no device that it has signed out of. */
async function forgetKeptOf(username: string): Promise<void> {
  try {
    await (await import("./api/kept-answers.ts")).forgetKept(username);
  } catch {
    // Better everybody's is gone than that this one's stays.
    indexedDB.deleteDatabase("cairn-kept");
  }
}

const app = (
  <StrictMode>
    <BrowserRouter>
      <AuthProvider onSessionEnd={forgetSession}>
        <SessionBridge />
        <InLanguage>
          <AppRoutes />
        </InLanguage>
      </AuthProvider>
    </BrowserRouter>
  </StrictMode>
);

// A transition is rendered in short slices: the phone answers a thumb while the app starts.
const show = () => startTransition(() => createRoot(document.getElementById("root") as HTMLElement).render(app));

// English is there already, another language is on its way.
const pending = pendingTexts();
if (pending) void pending.then(show);
else show();

// Writing the first date is slow in a browser: it is written when nobody waits for it.
whenIdle(() => void formatDate(new Date().toISOString()));
