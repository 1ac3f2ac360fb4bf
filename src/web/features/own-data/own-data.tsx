import Download from "lucide-react/icons/download";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { sentenceOf } from "../../api/api-error.ts";
import { downloadFile } from "../../api/download-file.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { announce } from "../../components/live-region.tsx";
import { saveFile } from "../../components/save-file.ts";
import { paths } from "../../paths.ts";
import { t } from "../../texts/profile.ts";
import { EraseDialog } from "./erase-dialog.tsx";
import styles from "./own-data.module.css";

type OwnDataProps = {
  username: string;
  /** Who keeps the account; undefined until it is known. */
  provider: { isEmbedded: boolean; host: string } | undefined;
  onErased: () => void;
};

/** What is kept about the user: to be downloaded, and to be deleted. */
export function OwnData({ username, provider, onErased }: OwnDataProps) {
  const [isDownloading, setIsDownloading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isErasing, setIsErasing] = useState(false);

  async function download() {
    setIsDownloading(true);
    setProblem(undefined);
    announce(t("profile.data.downloading"));
    try {
      saveFile(await downloadFile("exportAdventurer", { params: { username } }), "cairn-my-data.zip");
      announce(t("profile.data.downloaded"));
    } catch (error) {
      setProblem(t("profile.data.downloadFailed", { reason: sentenceOf(error) }));
    } finally {
      setIsDownloading(false);
    }
  }

  return (
    <section className={styles.ownData} aria-labelledby="own-data">
      <h2 id="own-data">{t("profile.data")}</h2>
      <p className={styles.lead}>{isDownloading ? t("profile.data.downloading") : t("profile.data.lead")}</p>
      {problem ? (
        <Banner tone="danger" onClose={() => setProblem(undefined)}>
          {problem}
        </Banner>
      ) : null}
      <Button icon={<Download aria-hidden="true" />} busy={isDownloading} onClick={() => void download()}>
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
