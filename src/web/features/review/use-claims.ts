import { useEffect, useRef, useState } from "react";
import { claimMs } from "../../../contract/limits.ts";
import { claimSamples, releaseClaims } from "../../api/samples.ts";

/** Who only passes by claims nothing. */
const settleMs = 400;
const againMs = claimMs / 2;

/** Holds the samples for the user while the page is visible; answers who else holds which of them, by id. */
export function useClaims(ids: readonly string[]): ReadonlyMap<string, string> {
  const [others, setOthers] = useState<ReadonlyMap<string, string>>(new Map());
  const hasClaimed = useRef(false);
  const joined = ids.join(" ");

  useEffect(() => {
    let isCurrent = true;
    const claim = async () => {
      if (document.visibilityState === "hidden") return;
      if (joined === "" && !hasClaimed.current) return;
      hasClaimed.current = joined !== "";
      const claims = await claimSamples(joined === "" ? [] : joined.split(" ")).catch(() => undefined);
      if (!isCurrent || !claims) return;
      setOthers(new Map(claims.flatMap((each) => (each.is_mine ? [] : [[each.id, each.claimed_by] as const]))));
    };
    const first = setTimeout(claim, settleMs);
    const again = setInterval(claim, againMs);
    document.addEventListener("visibilitychange", claim);
    return () => {
      isCurrent = false;
      clearTimeout(first);
      clearInterval(again);
      document.removeEventListener("visibilitychange", claim);
    };
  }, [joined]);

  useEffect(() => {
    const release = () => {
      if (!hasClaimed.current) return;
      hasClaimed.current = false;
      void releaseClaims();
    };
    window.addEventListener("pagehide", release);
    return () => {
      window.removeEventListener("pagehide", release);
      release();
    };
  }, []);

  return others;
}
