import ImageOff from "lucide-react/icons/image-off";
import { useState } from "react";

/** A small photo, or a sign in its place if there is none or it fails to load. `none` says so to screen readers. */
export function Thumbnail({
  src,
  className,
  none,
}: {
  src: string | null;
  className: string | undefined;
  none?: string;
}) {
  const [failedSrc, setFailedSrc] = useState<string>();
  if (src === null || src === failedSrc) {
    return (
      <span className={className}>
        {none === undefined ? <ImageOff aria-hidden="true" /> : <ImageOff role="img" aria-label={none} />}
      </span>
    );
  }
  return (
    <img src={src} alt="" className={className} loading="lazy" decoding="async" onError={() => setFailedSrc(src)} />
  );
}
