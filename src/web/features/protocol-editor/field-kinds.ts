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
import type { FieldKind } from "../../../protocol/field.ts";

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
