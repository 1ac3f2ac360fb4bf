import { useEffect, useRef, useState } from "react";
import type { PositionProblem } from "./ask-for-position.tsx";
import type { Nearby } from "./near-me.ts";

/** The user's position, in memory only, for the way back to the list. */
let lastHere: Nearby | undefined;

/** The list waits this long for a position. One that comes later changes no order under a finger. */
const patienceMs = 1_500;

export type NearMe = {
  /** Where the user is, while quests are sorted by distance. */
  here: Nearby | undefined;
  /** A position is on its way without a question to the user, and the order depends on it. */
  isWaiting: boolean;
  isAsking: boolean;
  problem: PositionProblem | undefined;
  toggle: () => void;
  forgetProblem: () => void;
};

const askForPosition = async () => (await import("./ask-for-position.tsx")).askForPosition();

/**
 * Where the user is, for a list by distance: found by itself where the browser already allows it, otherwise on demand.
 * @param onAsked gets the position that the user asked for; undefined once they don't want it
 */
export function useNearMe(onAsked: (near: Nearby | undefined) => void): NearMe {
  const [here, setHere] = useState(lastHere);
  const [isWaiting, setIsWaiting] = useState(!here && Boolean(navigator.permissions));
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<PositionProblem>();
  const attempt = useRef(0);

  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    const end = (found?: Nearby | PositionProblem) => {
      if (typeof found === "object") {
        lastHere = found;
        if (!isOver) setHere(found);
      }
      isOver = true;
      setIsWaiting(false);
    };
    setTimeout(end, patienceMs);
    navigator.permissions
      .query({ name: "geolocation" })
      .then(({ state }) => (state === "granted" ? askForPosition() : undefined))
      .then(end, () => end());
  }, [isWaiting]);

  const ask = async () => {
    const thisAttempt = ++attempt.current;
    setProblem(undefined);
    setIsAsking(true);
    const found = await askForPosition().catch((): PositionProblem => "notFound");
    // The user has cancelled it.
    if (thisAttempt !== attempt.current) return;
    setIsAsking(false);
    if (typeof found === "string") {
      setProblem(found);
      return;
    }
    lastHere = found;
    setHere(found);
    onAsked(found);
  };

  return {
    here,
    isWaiting,
    isAsking,
    problem,
    toggle: () => {
      if (isAsking) {
        attempt.current++;
        setIsAsking(false);
      } else if (here) {
        setHere(undefined);
        onAsked(undefined);
      } else void ask();
    },
    forgetProblem: () => setProblem(undefined),
  };
}
