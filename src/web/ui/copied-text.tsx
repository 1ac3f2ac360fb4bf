import Copy from "lucide-react/icons/copy";
import { useId, useRef, useState } from "react";
import { rich, t } from "../../../generated/web-texts/components.ts";
import { Button } from "./button.tsx";
import styles from "./copied-text.module.css";
import { hidden } from "./hidden-words.tsx";
import { announce } from "./live-region.tsx";

/** A text to be used elsewhere, with a button that copies it. `label` is what it is. */
export function CopiedText({ label, isCode = false, children }: { label: string; isCode?: boolean; children: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const [note, setNote] = useState<string>();
  const copy = async () => {
    const tell = (words: string) => {
      setNote(words);
      announce(words);
    };
    try {
      // Absent on pages without encryption.
      await navigator.clipboard.writeText(children);
      tell(t("components.copy.copied"));
    } catch {
      if (text.current) window.getSelection()?.selectAllChildren(text.current);
      tell(t("components.copy.yourself"));
    }
  };
  return (
    <div className={`stack gap-8 ${styles.box}`}>
      <p
        ref={text}
        id={id}
        className={`breaks ${styles.text}`}
        data-code={isCode}
        {...(isCode && { dir: "ltr" })}
        translate="no"
      >
        {children}
      </p>
      <div className="cluster center gap-8 across-12">
        <Button icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
          {rich("components.copy", { hidden }, { label })}
        </Button>
        {note === undefined ? null : <span className="muted">{note}</span>}
      </div>
    </div>
  );
}
