import Share2 from "lucide-react/icons/share-2";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/quest.ts";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import styles from "./share-button.module.css";

/** Opens the device's share sheet, or copies the URL. */
export function ShareButton({ title }: { title: string }) {
  const [note, setNote] = useState("");
  const noteElement = useRef<HTMLParagraphElement>(null);
  const tell = (text: string) => {
    setNote(text);
    announce(text);
  };
  // It may appear outside the window.
  useEffect(() => {
    if (note) noteElement.current?.scrollIntoView?.({ block: "nearest" });
  }, [note]);

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
    <div className="stack gap-8">
      <Button onClick={() => void share()} icon={<Share2 aria-hidden="true" />} wide>
        {t("quest.share")}
      </Button>
      <p ref={noteElement} className={`if-any strong breaks ${styles.note}`}>
        {note}
      </p>
    </div>
  );
}
