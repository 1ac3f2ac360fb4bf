import ImagePlus from "lucide-react/icons/image-plus";
import Trash from "lucide-react/icons/trash-2";
import Volume from "lucide-react/icons/volume-2";
import { t } from "../../../../generated/web-texts/editor.ts";
import type { MediumKind } from "../../../protocol/media.ts";
import { pictureAddress, soundAddress } from "../../foundation/media/media-addresses.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { SoundPlayer } from "../../ui/sound-player.tsx";
import { useMediumUpload } from "../media/use-medium-upload.tsx";
import { withText } from "./edit-draft.ts";
import { useEditor } from "./editor-context.ts";
import { mainWords } from "./field-words.ts";
import styles from "./medium-field.module.css";
import { type MediaDraft, noText } from "./protocol-draft.ts";
import { TextFields } from "./text-fields.tsx";

/** The picture or sound of a question, or of an option by its number. */
export function MediumField({
  kind,
  of,
  place,
  number,
  onChange,
}: {
  kind: MediumKind;
  of: MediaDraft;
  /** Where the question's or option's messages belong. */
  place: string;
  number?: number;
  onChange: (changed: MediaDraft) => void;
}) {
  const { problems, organizationId, languages } = useEditor();
  const medium = of[kind];
  const set = (changed: MediaDraft[MediumKind]) => onChange({ [kind]: changed });
  const upload = useMediumUpload(kind, organizationId, (saved) => set({ ...saved, alt: medium?.alt ?? noText }));
  const unknown = problems.get(`${place}/${kind}`) ?? problems.get(`${place}/${kind}/id`);
  const { picture, sound } = kind === "picture" ? { picture: of.picture } : { sound: of.sound };
  return (
    <div className="stack gap-8">
      {medium ? (
        <div className="cluster start gap-12">
          {picture ? <img className={styles.thumbnail} src={pictureAddress(picture)} alt="" /> : null}
          <div className={styles.alt}>
            <TextFields
              label={
                number === undefined ? t(`editor.form.${kind}.alt`) : t(`editor.form.${kind}.altOfOption`, { number })
              }
              hint={t(`editor.form.${kind}.alt.hint`)}
              required
              text={medium.alt}
              place={`${place}/${kind}/alt`}
              onChange={(language, words) => set({ ...medium, alt: withText(medium.alt, language, words) })}
            />
          </div>
          {sound ? (
            <SoundPlayer
              key={sound.id}
              address={soundAddress(sound)}
              words={mainWords(sound.alt, languages)}
              seconds={sound.seconds}
            />
          ) : null}
        </div>
      ) : null}
      {unknown === undefined ? null : (
        <p className="danger small strong" data-wrong={t(`editor.form.${kind}`)} tabIndex={-1}>
          {unknown}
        </p>
      )}
      <div className="cluster gap-8">
        <Button
          small
          icon={kind === "picture" ? <ImagePlus aria-hidden="true" /> : <Volume aria-hidden="true" />}
          busy={upload.isBusy}
          disabled={organizationId === undefined}
          onClick={upload.choose}
        >
          {t(medium ? `editor.form.${kind}.replace` : `editor.form.${kind}.add`)}
        </Button>
        {medium ? (
          <Button
            small
            tone="plain"
            className={styles.remove}
            icon={<Trash aria-hidden="true" />}
            onClick={() => set(undefined)}
          >
            {t(`editor.form.${kind}.remove`)}
          </Button>
        ) : null}
      </div>
      {upload.input}
      {upload.problem === undefined ? null : <Banner tone="danger">{upload.problem}</Banner>}
    </div>
  );
}
