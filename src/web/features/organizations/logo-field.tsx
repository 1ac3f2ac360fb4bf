import ImagePlus from "lucide-react/icons/image-plus";
import Trash from "lucide-react/icons/trash-2";
import { useRef } from "react";
import { call } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { pictureAddress } from "../../pictures/picture-address.ts";
import { t } from "../../texts/organizations.ts";
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
  const input = useRef<HTMLInputElement>(null);
  const { run, isBusy, problem } = useAction((reason) => reason);
  const send = (file: File) =>
    run(async () => {
      const saved = await call("createPicture", { params: { id: organizationId }, body: {}, files: { file } });
      onChange(saved.id);
    });
  return (
    <fieldset className={styles.logo}>
      <legend>{t("organizations.form.logo")}</legend>
      {logo === null ? null : <img className={styles.logoPicture} src={pictureAddress({ id: logo })} alt="" />}
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
      <Button small busy={isBusy} icon={<ImagePlus aria-hidden="true" />} onClick={() => input.current?.click()}>
        {t(logo === null ? "organizations.form.logo.choose" : "organizations.form.logo.change")}
      </Button>
      {logo === null ? null : (
        <Button small tone="plain" icon={<Trash aria-hidden="true" />} onClick={() => onChange(null)}>
          {t("organizations.form.logo.remove")}
        </Button>
      )}
      {problem === undefined ? null : <Banner tone="danger">{problem}</Banner>}
    </fieldset>
  );
}
