import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import "./tokens.css";
import "./base.css";
import { formatDate } from "./components/dates.ts";
import { whenIdle } from "./components/when-idle.ts";
import { AuthProvider } from "./features/auth/auth-provider.tsx";
import { AppRoutes } from "./router.tsx";
import { forgetSession } from "./shell/forget-session.ts";
import { InLanguage } from "./shell/in-language.tsx";
import { SessionBridge } from "./shell/session-bridge.tsx";
import { pendingTexts } from "./texts/area-texts.ts";

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
