import ImagePlus from "lucide-react/icons/image-plus";
import Trash from "lucide-react/icons/trash-2";
import { useId, useState } from "react";
import { t } from "../../../../generated/web-texts/admin.ts";
import { uploadedCoverAt } from "../../foundation/api/addresses.ts";
import { Button } from "../../ui/button.tsx";
import { useObjectUrl } from "../../ui/use-object-url.ts";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./cover-field.module.css";

/** What saving does with the cover; undefined keeps it. */
export type CoverChange = File | "removed" | undefined;

/** The cover of a quest. Changes are saved with the form. */
export function CoverField({
  address,
  change,
  onChange,
}: {
  /** Address of the saved cover. */
  address: string | null;
  change: CoverChange;
  onChange: (change: CoverChange) => void;
}) {
  const id = useId();
  const file = change instanceof File ? change : undefined;
  const chosenAddress = useObjectUrl(file);
  const saved = address === null || change === "removed" ? undefined : (uploadedCoverAt(address) ?? address);
  const shown = file ? chosenAddress : saved;
  const [undrawable, setUndrawable] = useState<string>();
  const hasPicture = file !== undefined || shown !== undefined;
  return (
    <fieldset className="stack gap-8" aria-describedby={`${id}-hint`}>
      <legend className={`strong ${styles.legend}`}>{t("admin.questForm.cover")}</legend>
      {hasPicture && shown !== undefined && shown !== undrawable ? (
        <img className={`wide ${styles.picture}`} src={shown} alt="" onError={() => setUndrawable(shown)} />
      ) : (
        <p className={`pad-16 muted breaks ${styles.none}`}>
          {file
            ? withNames((by) => t("admin.questForm.cover.undrawable", { fileName: by(file.name) }))
            : t("admin.questForm.cover.none")}
        </p>
      )}
      <p id={`${id}-hint`} className="muted small">
        {t("admin.questForm.cover.hint")}
      </p>
      <div className="cluster gap-8 across-16">
        <label className={`center gap-8 strong ${styles.choose}`}>
          <ImagePlus aria-hidden="true" />
          {t(hasPicture ? "admin.questForm.cover.chooseAnother" : "admin.questForm.cover.choose")}
          <input
            type="file"
            accept="image/*"
            className="visually-hidden"
            onChange={(event) => {
              const picked = event.currentTarget.files?.[0];
              // Closing the picker without a choice changes nothing.
              if (picked) onChange(picked);
              event.currentTarget.value = "";
            }}
          />
        </label>
        {hasPicture ? (
          <Button
            small
            tone="plain"
            icon={<Trash aria-hidden="true" />}
            className={styles.remove}
            onClick={() => onChange(address === null ? undefined : "removed")}
          >
            {t("admin.questForm.cover.remove")}
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}
