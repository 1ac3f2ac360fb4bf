import { useEffect, useRef } from "react";
import { connectSession } from "../api/session.ts";
import { useAuth } from "../features/auth/auth-context.ts";
import { takeAlongAgainLater } from "../offline/take-along-later.ts";

/**
 * Puts the signed-in session behind every call of the API, and has the outbox sent while somebody is signed in. What others
 * were answered here goes.
 */
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
    void import("../outbox/sender.ts").then(
      ({ startOutbox }) => {
        if (!isOver) stop = startOutbox(username);
      },
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [username]);
  useEffect(() => {
    if (username === undefined) return;
    // A browser that keeps nothing has nothing of anybody's.
    void import("../api/kept-answers.ts").then(({ forgetOthers }) => forgetOthers(username)).catch(() => {});
    return takeAlongAgainLater(username);
  }, [username]);
  return null;
}
