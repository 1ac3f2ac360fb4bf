import { t } from "../../../../generated/web-texts/position.ts";
import type { PhotoRemark } from "../../capture/measuring/measurement-state.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/dates.ts";

/** A remark about a photo that was not taken just now, or whose metadata says so. */
export function PhotosRemark({
  remark,
  onPhotosOwn,
}: {
  remark: PhotoRemark;
  onPhotosOwn: (origin: Extract<PhotoRemark, { kind: "says-older" }>["origin"]) => void;
}) {
  if (remark.kind === "says-older") {
    const { origin } = remark;
    return (
      <p className="cluster center gap-8 across-12 figures" role="status">
        <span>{t("position.photo.photoSaysOlder", { moment: momentWords(origin.takenAtMs) })}</span>
        <Button small onClick={() => onPhotosOwn(origin)}>
          {t("position.photo.useItsOwn")}
        </Button>
      </p>
    );
  }
  const { takenAtMs, hasPlace } = remark;
  return (
    <div className="muted small" role="status">
      {hasPlace ? null : <p>{t("position.photo.noneInPhoto")}</p>}
      <p>
        {takenAtMs === null
          ? t("position.photo.unknownTime")
          : t("position.photo.older", { moment: momentWords(takenAtMs) })}
      </p>
    </div>
  );
}

const momentWords = (atMs: number) => formatMoment(new Date(atMs).toISOString());
