import { useEffect, useState } from "react";
import { t } from "../../../../generated/web-texts/position.ts";
import { findRecord, mendPoint } from "../../outbox/outbox.ts";
import type { PointRecord, Position } from "../../outbox/record.ts";
import { Banner } from "../../ui/banner.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { announce } from "../../ui/live-region.tsx";
import { withPosition } from "./moment-rules.ts";
import { type PanelKind, PositionChoices } from "./position-choices.tsx";
import { PositionPanel } from "./position-panels.tsx";

/** Sets the position of a waiting data point. `near`: where the map opens. */
export function GivePositionDialog({
  localId,
  near,
  onClose,
}: {
  localId: string;
  near?: { latitude: number; longitude: number } | undefined;
  onClose: () => void;
}) {
  const [point, setPoint] = useState<PointRecord>();
  const [panel, setPanel] = useState<PanelKind>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    void findRecord(localId).then(
      (record) => {
        if (isCurrent && record?.kind === "point") setPoint(record);
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [localId]);

  async function choose(position: Position): Promise<void> {
    try {
      const seen = point?.position ? withPosition(point.fixes, point.position) : (point?.fixes ?? []);
      await mendPoint(localId, { position, fixes: withPosition(seen, position) });
      announce(t("position.kept"));
      onClose();
    } catch (error) {
      setFailure(t("position.failed", { reason: error instanceof Error ? error.message : String(error) }));
    }
  }

  return (
    <Dialog open title={t("position.title")} onClose={onClose} keepOnOutsideClick widthPx={640}>
      <PositionChoices
        photosPosition={point?.fixes.find(({ source }) => source === "exif")}
        onPanel={setPanel}
        onChoose={(position) => void choose(position)}
      />
      {panel ? (
        <PositionPanel
          kind={panel}
          near={point?.position ?? point?.fixes[0] ?? near}
          onChoose={(position) => void choose(position)}
        />
      ) : null}
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
    </Dialog>
  );
}
