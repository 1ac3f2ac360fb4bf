import type { Media, Picture, Sound } from "../../../protocol/field.ts";
import { pictureAddress, soundAddress } from "../../foundation/media/media-addresses.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import styles from "./protocol-field.module.css";

const SoundPlayer = lazily("SoundPlayer", () => import("./around-fields.tsx"));

/** Picture and sound of a question. */
export function QuestionMedia({ of: { picture, sound } }: { of: Media }) {
  return (
    <>
      <QuestionPicture className={styles.picture} picture={picture} />
      <QuestionSound sound={sound} />
    </>
  );
}

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

/** Few forms have sounds, so the player is fetched only then. */
export function QuestionSound({ sound }: { sound: Sound | undefined }) {
  if (!sound) return null;
  return (
    <div className={styles.sound}>
      <WhenFetched>
        <SoundPlayer address={soundAddress(sound)} words={fieldText(sound.alt)} seconds={sound.seconds} />
      </WhenFetched>
    </div>
  );
}
