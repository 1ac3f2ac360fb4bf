import ImagePlus from "lucide-react/icons/image-plus";
import Trash from "lucide-react/icons/trash-2";
import { type ReactNode, useCallback, useRef } from "react";
import type { SavedPicture } from "../../../contract/pictures.ts";
import { call } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { pictureAddress } from "../../pictures/picture-address.ts";
import { t } from "../../texts/editor.ts";
import { withText } from "./edit-draft.ts";
import { useEditor } from "./editor-context.ts";
import styles from "./picture-field.module.css";
import { noText, type PictureDraft } from "./protocol-draft.ts";
import { TextFields } from "./text-fields.tsx";

/** Uploads a chosen file for the quest's organization. `shown` belongs into the page. */
export function usePictureUpload(onSaved: (saved: SavedPicture) => void) {
  const { organizationId } = useEditor();
  const { run, isBusy, problem } = useAction((reason) => reason);
  const input = useRef<HTMLInputElement>(null);
  const send = (file: File) =>
    run(async () => {
      if (organizationId === undefined) return;
      onSaved(await call("createPicture", { params: { id: organizationId }, body: {}, files: { file } }));
    });
  const shown: ReactNode = (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void send(file);
          currentTarget.value = "";
        }}
      />
      {problem === undefined ? null : <Banner tone="danger">{problem}</Banner>}
    </>
  );
  return {
    shown,
    isBusy,
    isPossible: organizationId !== undefined,
    choose: useCallback(() => input.current?.click(), []),
  };
}

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
  const { problems } = useEditor();
  const upload = usePictureUpload((saved) => onChange({ ...saved, alt: picture?.alt ?? noText }));
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
          disabled={!upload.isPossible}
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
      {upload.shown}
    </div>
  );
}
