import type { ComponentType } from "react";
import type { AreaField, LineField, PointField } from "../../../protocol/field.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import { AudioRecorder } from "./audio-recorder.tsx";
import { CodeInput } from "./code-input.tsx";
import type { ControlProps } from "./control.ts";
import { FileChooser } from "./file-chooser.tsx";
import { RankedOptions } from "./ranked-options.tsx";

/** It comes with the map. */
const DrawnGeometry = lazily("DrawnGeometry", () => import("./drawn-geometry.tsx"));

const GeometryControl = (props: ControlProps<PointField | LineField | AreaField>) => (
  <WhenFetched>
    <DrawnGeometry {...props} />
  </WhenFetched>
);

const controls = {
  rank: RankedOptions,
  barcode: CodeInput,
  audio: AudioRecorder,
  file: FileChooser,
  point: GeometryControl,
  line: GeometryControl,
  area: GeometryControl,
};

/** The control of a kind that few forms have. */
export function RarerControl(props: ControlProps) {
  const Control = controls[props.field.kind as keyof typeof controls] as ComponentType<ControlProps>;
  return <Control {...props} />;
}
