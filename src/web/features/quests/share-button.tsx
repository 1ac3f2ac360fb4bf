import Share2 from "lucide-react/icons/share-2";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { announce } from "../../components/live-region.tsx";
import { t } from "../../texts/quest.ts";
import styles from "./share-button.module.css";

/** The device's share sheet; without one the address is copied and the user told. */
export function ShareButton({ title }: { title: string }) {
  const [note, setNote] = useState("");
  const tell = (text: string) => {
    setNote(text);
    announce(text);
  };

  const share = async () => {
    const url = `${window.location.origin}${window.location.pathname}`;
    if (typeof navigator.share === "function") {
      try {
        await navigator.share({ title, url });
      } catch (error) {
        if (!(error instanceof DOMException && error.name === "AbortError")) await copy(url);
      }
    } else {
      await copy(url);
    }
  };
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url);
      tell(t("quest.share.copied"));
    } catch {
      tell(t("quest.share.copyThis", { address: url }));
    }
  };

  return (
    <div className={styles.share}>
      <Button onClick={() => void share()} icon={<Share2 aria-hidden="true" />} wide>
        {t("quest.share")}
      </Button>
      <p className={styles.note}>{note}</p>
    </div>
  );
}
