import { t } from "../../../../generated/web-texts/gallery.ts";
import { faultWords } from "../../capture/fields/fault-words.ts";
import { findFileFault } from "../../foundation/answers/file-kinds.ts";
import { galleryPhotosMax, type SharedFile } from "../../foundation/phone/kept-photos.ts";
import { Banner } from "../../ui/banner.tsx";
import { withNames } from "../../ui/verbatim.tsx";

/** What of the shared files is not kept, and why. */
export function GalleryRemarks({
  isUnkept,
  noRoomCount,
  leftOut,
  onSeen,
}: {
  isUnkept: boolean;
  noRoomCount: number;
  leftOut: readonly SharedFile[];
  /** Called when the files left out were seen. */
  onSeen: () => void;
}) {
  return (
    <>
      {isUnkept ? <Banner tone="danger">{t("gallery.unkept")}</Banner> : null}
      {noRoomCount > 0 ? (
        <Banner tone="warning">{t("gallery.noRoom", { count: noRoomCount, max: galleryPhotosMax })}</Banner>
      ) : null}
      {leftOut.length > 0 ? (
        <Banner tone="warning" onClose={onSeen}>
          {leftOut.map((file) => (
            <p key={file.id}>
              {withNames((by) => t("gallery.leftOut", { name: by(file.name), reason: reasonOf(file) }))}
            </p>
          ))}
        </Banner>
      ) : null}
    </>
  );
}

function reasonOf({ type, sizeBytes }: SharedFile): string {
  const fault = findFileFault("photo", { type, size: sizeBytes });
  return fault ? faultWords(fault) : "";
}
