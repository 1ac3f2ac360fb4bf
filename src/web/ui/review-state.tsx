import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Hourglass from "lucide-react/icons/hourglass";
import PenLine from "lucide-react/icons/pen-line";
import type { ReactNode } from "react";
import { t } from "../../../generated/web-texts/components.ts";
import type { ReviewDecision } from "../../contract/enums.ts";
import { Pill, type PillTone } from "./pill.tsx";

const looks: Record<ReviewDecision | "pending", { tone: PillTone; icon: ReactNode }> = {
  pending: { tone: "neutral", icon: <Hourglass aria-hidden="true" /> },
  accepted: { tone: "ok", icon: <CircleCheck aria-hidden="true" /> },
  denied: { tone: "danger", icon: <CircleX aria-hidden="true" /> },
  change_requested: { tone: "warning", icon: <PenLine aria-hidden="true" /> },
};

/** The review state of a data point. States that are newer than the app have no icon. */
export function ReviewState({ state }: { state: ReviewDecision | "pending" }) {
  return <Pill {...looks[state]}>{t(`components.review.${state}`)}</Pill>;
}
