import { useEffect, useRef } from "react";
import { connectSession } from "../api/session.ts";
import { useAuth } from "../features/auth/auth-context.ts";

/** Puts the signed-in session behind every call of the API. */
export function SessionBridge() {
  const auth = useAuth();
  const latest = useRef(auth);
  useEffect(() => {
    latest.current = auth;
  });
  useEffect(
    () =>
      connectSession({
        getAccessToken: () => latest.current.getAccessToken(),
        renewAccessToken: (refused) => latest.current.renewAccessToken(refused),
        getAccount: () => latest.current.username,
        onSessionEnd: (refused) => latest.current.endSession(refused),
      }),
    [],
  );
  return null;
}
