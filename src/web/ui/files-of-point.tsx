import type { DataPointFile } from "../../contract/data-points.ts";
import type { Protocol } from "../../protocol/field.ts";
import { lazily } from "../foundation/texts/lazily.ts";
import { WhenFetched } from "./when-fetched.tsx";

/** Few data points have other files than photos. */
const FieldFiles = lazily("FieldFiles", () => import("./answers-shown.tsx"));

export function FilesOfPoint({ files, protocol }: { files: readonly DataPointFile[] | undefined; protocol: Protocol }) {
  if (!files || files.length === 0) return null;
  return (
    <WhenFetched>
      <FieldFiles files={files} protocol={protocol} />
    </WhenFetched>
  );
}
