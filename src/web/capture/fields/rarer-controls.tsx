import type {
  AreaField,
  AudioField,
  BarcodeField,
  FileField,
  LineField,
  PointField,
  RankField,
} from "../../../protocol/field.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import type { ControlProps } from "./control.ts";

/** Controls that few forms need, which are fetched only then. */
const RankedOptions = lazily("RankedOptions", () => import("./ranked-options.tsx"));
const AudioRecorder = lazily("AudioRecorder", () => import("./audio-recorder.tsx"));
const FileChooser = lazily("FileChooser", () => import("./file-chooser.tsx"));
const DrawnGeometry = lazily("DrawnGeometry", () => import("./drawn-geometry.tsx"));
const CodeInput = lazily("CodeInput", () => import("./code-input.tsx"));

export const RankControl = (props: ControlProps<RankField>) => (
  <WhenFetched>
    <RankedOptions {...props} />
  </WhenFetched>
);

export const BarcodeControl = (props: ControlProps<BarcodeField>) => (
  <WhenFetched>
    <CodeInput {...props} />
  </WhenFetched>
);

export const AudioControl = (props: ControlProps<AudioField>) => (
  <WhenFetched>
    <AudioRecorder {...props} />
  </WhenFetched>
);

export const FileControl = (props: ControlProps<FileField>) => (
  <WhenFetched>
    <FileChooser {...props} />
  </WhenFetched>
);

export const GeometryControl = (props: ControlProps<PointField | LineField | AreaField>) => (
  <WhenFetched>
    <DrawnGeometry {...props} />
  </WhenFetched>
);
