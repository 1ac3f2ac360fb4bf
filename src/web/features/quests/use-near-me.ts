import { useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/quests.ts";
import type { Coordinates } from "../../../contract/scalars.ts";
import { announce } from "../../ui/live-region.tsx";
import type { PositionProblem } from "./ask-for-position.ts";
import type { Nearby } from "./near-me.ts";

/** The user's position, in memory only, for the way back to the list. */
let lastHere: Nearby | undefined;

export type NearMe = {
  /** Where the user is, while quests are sorted by distance. */
  here: Nearby | undefined;
  isAsking: boolean;
  problem: PositionProblem | undefined;
  toggle: () => void;
  forgetProblem: () => void;
};

/** The page stores `isOn`, but not the position, which is requested only on demand. */
export function useNearMe(isOn: boolean, onChange: (position: Coordinates | undefined) => void): NearMe {
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<PositionProblem>();
  const attempt = useRef(0);
  const here = isOn ? lastHere : undefined;

  const ask = async () => {
    const thisAttempt = ++attempt.current;
    setProblem(undefined);
    setIsAsking(true);
    const found = await import("./ask-for-position.ts").then(
      ({ askForPosition }) => askForPosition(),
      (): PositionProblem => "notFound",
    );
    // The user has cancelled it.
    if (thisAttempt !== attempt.current) return;
    setIsAsking(false);
    if (typeof found === "string") {
      setProblem(found);
      return;
    }
    lastHere = found;
    announce(t("quests.near.on"));
    onChange(found.position);
  };

  return {
    here,
    isAsking,
    problem,
    toggle: () => {
      if (isAsking) {
        attempt.current++;
        setIsAsking(false);
      } else if (here) onChange(undefined);
      else void ask();
    },
    forgetProblem: () => setProblem(undefined),
  };
}
