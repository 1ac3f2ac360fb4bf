import ImagePlus from "lucide-react/icons/image-plus";
import Trash from "lucide-react/icons/trash-2";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { pictureAddress } from "../../pictures/picture-address.ts";
import { usePictureUpload } from "../../pictures/use-picture-upload.tsx";
import { t } from "../../texts/editor.ts";
import { withText } from "./edit-draft.ts";
import { useEditor } from "./editor-context.ts";
import styles from "./picture-field.module.css";
import { noText, type PictureDraft } from "./protocol-draft.ts";
import { TextFields } from "./text-fields.tsx";

/** The picture of a question, or of an option by its number. */
export function PictureField({
  picture,
  place,
  number,
  onChange,
}: {
  picture: PictureDraft | undefined;
  /** Of its messages. */
  place: string;
  number?: number;
  onChange: (picture: PictureDraft | undefined) => void;
}) {
  const { problems, organizationId } = useEditor();
  const upload = usePictureUpload(organizationId, (saved) => onChange({ ...saved, alt: picture?.alt ?? noText }));
  const unknown = problems.get(place) ?? problems.get(`${place}/id`);
  return (
    <div className={styles.picture}>
      {picture ? (
        <div className={styles.kept}>
          <img className={styles.thumbnail} src={pictureAddress(picture)} alt="" />
          <div className={styles.alt}>
            <TextFields
              label={
                number === undefined ? t("editor.form.picture.alt") : t("editor.form.picture.altOfOption", { number })
              }
              hint={t("editor.form.picture.alt.hint")}
              required
              text={picture.alt}
              place={`${place}/alt`}
              onChange={(language, words) => onChange({ ...picture, alt: withText(picture.alt, language, words) })}
            />
          </div>
        </div>
      ) : null}
      {unknown === undefined ? null : (
        <p className={styles.error} data-wrong={t("editor.form.picture")} tabIndex={-1}>
          {unknown}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          small
          icon={<ImagePlus aria-hidden="true" />}
          busy={upload.isBusy}
          disabled={organizationId === undefined}
          onClick={upload.choose}
        >
          {t(picture ? "editor.form.picture.replace" : "editor.form.picture.add")}
        </Button>
        {picture ? (
          <Button
            small
            tone="plain"
            className={styles.remove}
            icon={<Trash aria-hidden="true" />}
            onClick={() => onChange(undefined)}
          >
            {t("editor.form.picture.remove")}
          </Button>
        ) : null}
      </div>
      {upload.input}
      {upload.problem === undefined ? null : <Banner tone="danger">{upload.problem}</Banner>}
    </div>
  );
}
