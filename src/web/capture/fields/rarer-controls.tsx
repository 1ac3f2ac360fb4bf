import type { ComponentType } from "react";
import { AudioRecorder } from "./audio-recorder.tsx";
import { CodeInput } from "./code-input.tsx";
import type { ControlProps } from "./control.ts";
import { DrawnGeometry } from "./drawn-geometry.tsx";
import { FileChooser } from "./file-chooser.tsx";
import { RankedOptions } from "./ranked-options.tsx";

const controls = {
  rank: RankedOptions,
  barcode: CodeInput,
  audio: AudioRecorder,
  file: FileChooser,
  point: DrawnGeometry,
  line: DrawnGeometry,
  area: DrawnGeometry,
};

/** The control of a kind that few forms have. */
export function RarerControl(props: ControlProps) {
  const Control = controls[props.field.kind as keyof typeof controls] as ComponentType<ControlProps>;
  return <Control {...props} />;
}
