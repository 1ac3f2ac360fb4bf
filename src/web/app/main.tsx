import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import "../ui/tokens.css";
import "../ui/base.css";
import "../ui/layout.css";
import { forgetFetched } from "../foundation/api/forget-fetched.ts";
import { AuthProvider } from "../foundation/auth/auth-provider.tsx";
import { pendingTexts } from "../foundation/texts/area-texts.ts";
import { lazyPage } from "../foundation/texts/lazily.ts";
import { leaveKeysToComposing } from "../ui/composing.ts";
import { formatDate } from "../ui/dates.ts";
import { WhenFetched } from "../ui/when-fetched.tsx";
import { whenIdle } from "../ui/when-idle.ts";
import { AppRoutes } from "./router.tsx";
import { InLanguage } from "./shell/in-language.tsx";
import { SessionBridge } from "./shell/session-bridge.tsx";

const ResultsEmbedPage = lazyPage("ResultsEmbedPage", () => import("../pages/results-embed-page.tsx"));

leaveKeysToComposing(window);

const app = (
  <StrictMode>
    <BrowserRouter>
      {location.pathname.endsWith("/results/embed") ? (
        <WhenFetched>
          <ResultsEmbedPage />
        </WhenFetched>
      ) : (
        <AuthProvider onSessionEnd={forgetFetched}>
          <SessionBridge />
          <InLanguage>
            <AppRoutes />
          </InLanguage>
        </AuthProvider>
      )}
    </BrowserRouter>
  </StrictMode>
);

// A transition renders in short slices, so that the phone stays responsive.
const show = () => startTransition(() => createRoot(document.getElementById("root") as HTMLElement).render(app));

// English is already loaded; other languages are still loading.
const pending = pendingTexts();
if (pending) void pending.then(show);
else show();

// The first date is slow to format, so this warms up.
whenIdle(() => void formatDate(new Date().toISOString()));
