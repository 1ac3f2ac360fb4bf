import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Hourglass from "lucide-react/icons/hourglass";
import PenLine from "lucide-react/icons/pen-line";
import type { ReactNode } from "react";
import type { ReviewDecision } from "../../contract/enums.ts";
import { Pill, type PillTone } from "./pill.tsx";

const looks: Record<ReviewDecision | "pending", { label: string; tone: PillTone; icon: ReactNode }> = {
  pending: { label: "Waiting for review", tone: "neutral", icon: <Hourglass aria-hidden="true" /> },
  accepted: { label: "Accepted", tone: "ok", icon: <CircleCheck aria-hidden="true" /> },
  denied: { label: "Denied", tone: "danger", icon: <CircleX aria-hidden="true" /> },
  change_requested: { label: "Change requested", tone: "warning", icon: <PenLine aria-hidden="true" /> },
};

/** Where the review of a data point stands. */
export function ReviewState({ state }: { state: ReviewDecision | "pending" }) {
  const { label, tone, icon } = looks[state];
  return (
    <Pill tone={tone} icon={icon}>
      {label}
    </Pill>
  );
}
