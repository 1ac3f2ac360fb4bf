import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Image from "lucide-react/icons/image";
import Send from "lucide-react/icons/send";
import Smartphone from "lucide-react/icons/smartphone";
import { type ReactNode, useEffect, useState } from "react";
import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { t as outboxText } from "../../../../generated/web-texts/outbox.ts";
import { t } from "../../../../generated/web-texts/own.ts";
import { thumbnailWidthPx } from "../../../contract/limits.ts";
import type { Quest } from "../../../contract/quests.ts";
import { usePointProtocol } from "../../foundation/api/point-protocol.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { findPhoto } from "../../outbox/outbox.ts";
import { type OutboxState, type PointRecord, photosOf } from "../../outbox/record.ts";
import { Button } from "../../ui/button.tsx";
import { Instant } from "../../ui/instant.tsx";
import { Measurements } from "../../ui/measurements.tsx";
import { Pill, type PillTone } from "../../ui/pill.tsx";
import { Accuracy } from "../../ui/position-words.tsx";
import { useObjectUrl } from "../../ui/use-object-url.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import { Unfold } from "./delivered-point.tsx";
import styles from "./point.module.css";

const GivePositionDialog = lazily("GivePositionDialog", () => import("../../capture/positions/give-position.tsx"));

const looks: Record<Exclude<OutboxState, "draft">, { tone: PillTone; icon: ReactNode }> = {
  waiting: { tone: "warning", icon: <Smartphone aria-hidden="true" /> },
  sending: { tone: "info", icon: <Send aria-hidden="true" /> },
  delivered: { tone: "ok", icon: <CircleCheck aria-hidden="true" /> },
  refused: { tone: "danger", icon: <CircleAlert aria-hidden="true" /> },
};

/** A data point in the outbox. In a list it is a row that opens in place; what it needs shows at once. */
export function WaitingPoint({ point, quest, isRow = false }: { point: PointRecord; quest: Quest; isRow?: boolean }) {
  const { state, position, problem, capturedAtMs, savedAtMs, values, userPosition, protocolVersion } = point;
  const { protocol } = usePointProtocol(quest, protocolVersion === 0 ? null : protocolVersion);
  const measuredAtMs = capturedAtMs ?? savedAtMs;
  const [givesPosition, setGivesPosition] = useState(false);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isOpen = !isRow || isUnfolded;
  const reason = reasonOf(point);
  const { tone, icon } = looks[state === "draft" ? "waiting" : state];
  const stateWords = outboxText(`outbox.state.${state}`);
  return (
    <>
      <div className={styles.line} data-closed={!isOpen || undefined}>
        <div className={styles.photo}>
          <WaitingPhoto point={point} />
        </div>
        <div className={`shrinks ${styles.facts}`}>
          {protocol ? (
            <Measurements
              of={{ ...values, ...userPosition }}
              protocol={protocol}
              isBrief={!isOpen}
              className={styles.main}
            />
          ) : null}
          <p className="dots small">
            <span className={styles.state}>
              <Pill tone={tone} icon={icon}>
                {stateWords}
              </Pill>
            </span>
            <Accuracy meters={position?.accuracyMeters ?? null} />
          </p>
          <p className="dots muted small">
            {measuredAtMs === null ? null : <Instant of={new Date(measuredAtMs).toISOString()} />}
            {position && position.source !== "device" ? (
              <span>{componentsText(`components.positionRemark.${position.source}`)}</span>
            ) : null}
          </p>
        </div>
        {isRow ? (
          <Unfold
            name={t("own.map.waiting", { state: stateWords })}
            isOpen={isOpen}
            onChange={() => setIsUnfolded(!isUnfolded)}
          />
        ) : null}
      </div>
      <div className={`stack start gap-8 if-any ${styles.below}`}>
        {reason ? (
          <p className={`muted small keeps-lines ${styles.reason}`} data-refused={state === "refused" || undefined}>
            {reason}
            {problem?.verbatim && reason === problem.message ? (
              <span className={`muted ${styles.verbatim}`}>{problem.verbatim}</span>
            ) : null}
          </p>
        ) : null}
        {state === "waiting" && position === null ? (
          <Button small onClick={() => setGivesPosition(true)}>
            {t("own.waiting.place")}
          </Button>
        ) : null}
      </div>
      {givesPosition ? (
        <WhenFetched>
          <GivePositionDialog localId={point.localId} onClose={() => setGivesPosition(false)} />
        </WhenFetched>
      ) : null}
    </>
  );
}

/** Explains the state, where it is not clear by its name. */
function reasonOf({ state, position, problem }: PointRecord): string | undefined {
  if (state === "sending" || state === "delivered") return undefined;
  if (problem) return problem.message;
  return position === null ? t("own.waiting.noPosition") : undefined;
}

function WaitingPhoto({ point }: { point: PointRecord }) {
  const [photo, setPhoto] = useState<File>();
  const { localId } = point;
  const key = photosOf(point)[0]?.key;
  useEffect(() => {
    let isCurrent = true;
    if (key === undefined) return;
    // On failure, the row shows a sign instead.
    findPhoto(localId, key).then(
      (found) => isCurrent && setPhoto(found),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [localId, key]);
  const address = useObjectUrl(photo);
  return address === undefined ? (
    <span className={`middle muted ${styles.none}`} style={{ width: thumbnailWidthPx }}>
      <Image aria-hidden="true" />
    </span>
  ) : (
    <img
      className={`middle muted ${styles.small}`}
      src={address}
      alt={t("own.waiting.photo")}
      width={thumbnailWidthPx}
      loading="lazy"
      decoding="async"
    />
  );
}
