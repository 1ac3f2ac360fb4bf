import { useEffect, useRef } from "react";
import { connectSession } from "../../foundation/api/session.ts";
import { useAuth } from "../../foundation/auth/auth-context.ts";
import { untilFetched } from "../../foundation/texts/lazily.ts";

/** Connects the session to all API calls, and runs the outbox while a user is signed in. */
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
  const { username } = auth;
  useEffect(() => {
    if (username === undefined) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    void untilFetched(() => import("./while-signed-in.ts")).then(({ startWhileSignedIn }) => {
      if (!isOver) stop = startWhileSignedIn(username);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [username]);
  return null;
}
