import Calculator from "lucide-react/icons/calculator";
import Calendar from "lucide-react/icons/calendar";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Camera from "lucide-react/icons/camera";
import CircleDot from "lucide-react/icons/circle-dot";
import Clock from "lucide-react/icons/clock";
import FileText from "lucide-react/icons/file-text";
import LandPlot from "lucide-react/icons/land-plot";
import ListChecks from "lucide-react/icons/list-checks";
import ListOrdered from "lucide-react/icons/list-ordered";
import MapPin from "lucide-react/icons/map-pin";
import Mic from "lucide-react/icons/mic";
import Repeat from "lucide-react/icons/repeat";
import Route from "lucide-react/icons/route";
import Ruler from "lucide-react/icons/ruler";
import ScanBarcode from "lucide-react/icons/scan-barcode";
import StickyNote from "lucide-react/icons/sticky-note";
import Tally5 from "lucide-react/icons/tally-5";
import ToggleLeft from "lucide-react/icons/toggle-left";
import Type from "lucide-react/icons/type";
import type { ComponentType, SVGProps } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import { type FieldKind, fieldKinds } from "../../../protocol/field.ts";
import styles from "./kind-picker.module.css";

export function KindPicker({
  id,
  hasGroup = true,
  onPick,
}: {
  id: string;
  /** Offers groups. */
  hasGroup?: boolean;
  onPick: (kind: FieldKind) => void;
}) {
  return (
    <ul id={id} className={`grid gap-8 ${styles.kinds}`}>
      {fieldKinds.map((kind) => {
        if (kind === "group" && !hasGroup) return null;
        const Icon = kindIcons[kind];
        return (
          <li key={kind}>
            <button type="button" className={`grid across-12 wide ${styles.kind}`} onClick={() => onPick(kind)}>
              <Icon aria-hidden="true" className={styles.icon} />
              <span className="strong">{t(`editor.kind.${kind}`)}</span>
              <span className={`muted small ${styles.hint}`}>{t(`editor.kind.${kind}.hint`)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

export const kindIcons: Record<FieldKind, ComponentType<SVGProps<SVGSVGElement>>> = {
  number: Ruler,
  integer: Tally5,
  choice: CircleDot,
  choices: ListChecks,
  rank: ListOrdered,
  yes_no: ToggleLeft,
  text: Type,
  barcode: ScanBarcode,
  date: Calendar,
  time: Clock,
  datetime: CalendarClock,
  photo: Camera,
  audio: Mic,
  file: FileText,
  point: MapPin,
  line: Route,
  area: LandPlot,
  calculated: Calculator,
  group: Repeat,
  note: StickyNote,
};
