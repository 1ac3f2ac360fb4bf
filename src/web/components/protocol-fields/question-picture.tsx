import type { Picture } from "../../../protocol/field.ts";
import { pictureAddress } from "../../pictures/picture-address.ts";
import { fieldText } from "../../texts/protocol.ts";

/** Says what a question or option means. Its size is known, so nothing moves when it loads. */
export function QuestionPicture({
  picture,
  className,
}: {
  picture: Picture | undefined;
  className?: string | undefined;
}) {
  if (!picture) return null;
  const { alt, width, height } = picture;
  return (
    <>
      {/* Its words are none of those beside it. */}{" "}
      <img
        className={className}
        src={pictureAddress(picture)}
        alt={fieldText(alt)}
        width={width}
        height={height}
        loading="lazy"
      />{" "}
    </>
  );
}
