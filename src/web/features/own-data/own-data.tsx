import Download from "lucide-react/icons/download";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/profile.ts";
import { downloadFile } from "../../foundation/api/download-file.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { paths } from "../../foundation/paths.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { EraseDialog } from "./erase-dialog.tsx";
import styles from "./own-data.module.css";

type OwnDataProps = {
  username: string;
  /** Undefined until it is known. */
  provider: { isEmbedded: boolean; host: string } | undefined;
  onErased: () => void;
};

/** Downloads and deletes the user's data. */
export function OwnData({ username, provider, onErased }: OwnDataProps) {
  const [isErasing, setIsErasing] = useState(false);
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("profile.data.downloadFailed", { reason }));

  const download = () =>
    run(async () => {
      announce(t("profile.data.downloading"));
      saveFile(await downloadFile("exportAdventurer", { params: { username } }), "cairn-my-data.zip");
      announce(t("profile.data.downloaded"));
    });

  return (
    <section className={styles.ownData} aria-labelledby="own-data">
      <h2 id="own-data">{t("profile.data")}</h2>
      <p className="muted small breaks">{isBusy ? t("profile.data.downloading") : t("profile.data.lead")}</p>
      {problem ? (
        <Banner tone="danger" onClose={dismiss}>
          {problem}
        </Banner>
      ) : null}
      <Button icon={<Download aria-hidden="true" />} busy={isBusy} onClick={() => void download()}>
        {t("profile.data.download")}
      </Button>
      {provider?.isEmbedded ? (
        <a href={`${paths.account}/delete`} className="roomy">
          {t("profile.data.delete")}
        </a>
      ) : null}
      {provider && !provider.isEmbedded ? (
        <>
          <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setIsErasing(true)}>
            {t("profile.erase")}
          </Button>
          <EraseDialog
            open={isErasing}
            username={username}
            host={provider.host}
            onClose={() => setIsErasing(false)}
            onErased={onErased}
          />
        </>
      ) : null}
    </section>
  );
}
