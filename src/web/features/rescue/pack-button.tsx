import Package from "lucide-react/icons/package";
import Share2 from "lucide-react/icons/share-2";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/outbox.ts";
import { saveFile } from "../../foundation/phone/save-file.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatNumber } from "../../ui/numbers.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import type { Bundle } from "./pack-bundle.ts";
import styles from "./rescue.module.css";

type Phase =
  | { kind: "resting" }
  | { kind: "packing"; share: number }
  | { kind: "packed"; bundle: Bundle }
  | { kind: "failed" };

/** Packs undelivered data points into a file and saves it. */
export function PackButton({ account }: { account: string }) {
  const [phase, setPhase] = useState<Phase>({ kind: "resting" });
  const pack = async () => {
    setPhase({ kind: "packing", share: 0 });
    try {
      const { packBundle } = await import("./pack-bundle.ts");
      const bundle = await packBundle(account, (share) => setPhase({ kind: "packing", share }));
      if (bundle.pointCount > 0) saveFile(bundle.file, bundle.file.name);
      setPhase({ kind: "packed", bundle });
    } catch (error) {
      console.error(error);
      setPhase({ kind: "failed" });
    }
  };
  return (
    <div className={`stack start gap-12 shrinks ${styles.pack}`}>
      <Button icon={<Package aria-hidden="true" />} busy={phase.kind === "packing"} onClick={() => void pack()}>
        {t("outbox.rescue.pack")}
      </Button>
      {phase.kind === "packing" ? (
        <ProgressBar label={t("outbox.rescue.packing")} value={phase.share} max={1} />
      ) : phase.kind === "failed" ? (
        <Banner tone="danger">{t("outbox.rescue.packFailed")}</Banner>
      ) : phase.kind === "packed" ? (
        <Packed bundle={phase.bundle} />
      ) : null}
    </div>
  );
}

function Packed({ bundle: { file, pointCount, missingPhotoCount } }: { bundle: Bundle }) {
  if (pointCount === 0) return <Banner tone="info">{t("outbox.rescue.nothing")}</Banner>;
  const canShare = navigator.canShare?.({ files: [file] }) ?? false;
  return (
    <>
      <Banner tone="ok">
        <p>
          {withNames((by) =>
            t("outbox.rescue.packed", {
              count: pointCount,
              name: by(file.name),
              size: formatNumber(Math.max(0.1, file.size / 1_000_000), 1),
            }),
          )}
        </p>
        {missingPhotoCount > 0 ? <p>{t("outbox.rescue.photosMissing", { count: missingPhotoCount })}</p> : null}
      </Banner>
      <div className="cluster gap-8">
        <Button small onClick={() => saveFile(file, file.name)}>
          {t("outbox.rescue.saveAgain")}
        </Button>
        {canShare ? (
          <Button
            small
            icon={<Share2 aria-hidden="true" />}
            // Rejects if the user closes the dialog.
            onClick={() => void navigator.share({ files: [file], title: file.name }).catch(() => undefined)}
          >
            {t("outbox.rescue.share")}
          </Button>
        ) : null}
      </div>
    </>
  );
}
