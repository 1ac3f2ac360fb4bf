import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import "./tokens.css";
import "./base.css";
import { forgetFetched } from "./api/quests.ts";
import { AuthProvider } from "./features/auth/auth-provider.tsx";
import { AppRoutes } from "./router.tsx";
import { SessionBridge } from "./shell/session-bridge.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <AuthProvider onSessionEnd={() => void forgetFetched()}>
        <SessionBridge />
        <AppRoutes />
      </AuthProvider>
    </BrowserRouter>
  </StrictMode>,
);
