import ImagePlus from "lucide-react/icons/image-plus";
import Trash from "lucide-react/icons/trash-2";
import { t } from "../../../../generated/web-texts/organizations.ts";
import { pictureAddress } from "../../foundation/media/media-addresses.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { useMediumUpload } from "../media/use-medium-upload.tsx";
import styles from "./organizations.module.css";

/** The logo of an organization. A chosen file is uploaded at once, and shown to others once the form is saved. */
export function LogoField({
  organizationId,
  logo,
  onChange,
}: {
  organizationId: number;
  logo: string | null;
  onChange: (logo: string | null) => void;
}) {
  const upload = useMediumUpload("picture", organizationId, ({ id }) => onChange(id));
  return (
    <fieldset className={`cluster center gap-12 ${styles.logo}`}>
      <legend>{t("organizations.form.logo")}</legend>
      {logo === null ? null : <img className={styles.logoPicture} src={pictureAddress({ id: logo })} alt="" />}
      <Button small busy={upload.isBusy} icon={<ImagePlus aria-hidden="true" />} onClick={upload.choose}>
        {t(logo === null ? "organizations.form.logo.choose" : "organizations.form.logo.change")}
      </Button>
      {logo === null ? null : (
        <Button small tone="plain" icon={<Trash aria-hidden="true" />} onClick={() => onChange(null)}>
          {t("organizations.form.logo.remove")}
        </Button>
      )}
      {upload.input}
      {upload.problem === undefined ? null : <Banner tone="danger">{upload.problem}</Banner>}
    </fieldset>
  );
}
