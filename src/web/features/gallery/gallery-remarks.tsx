import { Banner } from "../../components/banner.tsx";
import { faultWords } from "../../components/protocol-fields/fault-words.ts";
import { findFileFault } from "../../components/protocol-fields/file-kinds.ts";
import { withNames } from "../../components/verbatim.tsx";
import { galleryPhotosMax, type SharedFile } from "../../gallery/kept-photos.ts";
import { t } from "../../texts/gallery.ts";

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
  /** Of those left out. */
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
