import { t } from "../../../../generated/web-texts/releases.ts";
import type { Release } from "../../../contract/releases.ts";
import { formatDate } from "../../ui/dates.ts";
import { formatNumber } from "../../ui/numbers.ts";
import { Pill, type PillTone } from "../../ui/pill.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";

const tones: Record<Release["state"], PillTone> = {
  building: "info",
  published: "ok",
  failed: "danger",
  withdrawn: "neutral",
};

/** Its state, how far it is, or why it has no files. */
export function ReleaseState({ release }: { release: Release }) {
  const { state, progress, failure, published_at: publishedAt } = release;
  return (
    <>
      <Pill tone={tones[state]}>{t(`releases.state.${state}`)}</Pill>
      {progress && progress.total > 0 ? (
        <ProgressBar label={t("releases.progress")} value={progress.done} max={progress.total} />
      ) : null}
      {failure ? <p className="muted">{t(`releases.failure.${failure}`)}</p> : null}
      {state === "published" && publishedAt ? <p className="muted">{formatDate(dayOf(publishedAt))}</p> : null}
      {state === "withdrawn" ? (
        <p className="muted" dir="auto">
          {release.withdrawal_reason}
        </p>
      ) : null}
    </>
  );
}

export const dayOf = (instant: string): string => new Date(instant).toISOString().slice(0, 10);

/** What changed since the release before it. */
export function changeWords({ number, changes }: Pick<Release, "number" | "changes">): string {
  if (!changes) return t("releases.first");
  return t("releases.changes", { last: number - 1, ...changes });
}

export function positionWords(positions: "exact" | "hidden" | number): string {
  if (typeof positions === "string") return t(`releases.positions.${positions}`);
  return t("releases.positions.rounded", { degrees: formatNumber(positions, 3, { atMost: true }) });
}

/** How often a list or page with a release that is being made or deposited is asked for again. */
const buildingMs = 2_000;
export const refreshWhileBuilding = (releases: readonly Release[] | undefined): number =>
  releases?.some(({ state, deposit }) => state === "building" || deposit?.state === "waiting") ? buildingMs : 0;
