import Keyboard from "lucide-react/icons/keyboard";
import MapPinPlus from "lucide-react/icons/map-pin-plus";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/position.ts";
import type { Place } from "../../../protocol/distance.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import type { Position } from "../../outbox/record.ts";
import { Button } from "../../ui/button.tsx";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import type { PanelKind } from "./give-position.tsx";

const PositionPanelDialog = lazily("PositionPanelDialog", () => import("./give-position.tsx"));

/** "Choose on map" and "Enter coordinates", each with its dialog. */
export function PositionButtons({
  near,
  small = false,
  disabled,
  className,
  onChoose,
}: {
  near: Place | undefined;
  small?: boolean;
  disabled: boolean;
  className: string | undefined;
  onChoose: (position: Position) => void;
}) {
  const [panel, setPanel] = useState<PanelKind>();
  return (
    <>
      <div className={className}>
        <Button
          small={small}
          icon={<MapPinPlus aria-hidden="true" />}
          disabled={disabled}
          onClick={() => setPanel("map")}
        >
          {t("position.map")}
        </Button>
        <Button
          small={small}
          icon={<Keyboard aria-hidden="true" />}
          disabled={disabled}
          onClick={() => setPanel("type")}
        >
          {t("position.type")}
        </Button>
      </div>
      {panel ? (
        <WhenFetched>
          <PositionPanelDialog
            kind={panel}
            near={near}
            onClose={() => setPanel(undefined)}
            onChoose={(chosen) => {
              setPanel(undefined);
              onChoose(chosen);
            }}
          />
        </WhenFetched>
      ) : null}
    </>
  );
}
