import X from "lucide-react/icons/x";
import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import styles from "./removable-file.module.css";

/** What shows a file, with a button that removes it and one that brings it back. */
export function RemovableFile({
  file,
  name,
  onAnswer,
  disabled,
  children,
}: {
  file: File | undefined;
  name: string;
  onAnswer: (file: File | undefined) => void;
  disabled: boolean;
  children: ReactNode;
}) {
  const [removed, setRemoved] = useState<File>();
  if (file && removed) setRemoved(undefined);
  return (
    <>
      <div className="row center gap-8">
        {children}
        {file && !disabled ? (
          <IconButton
            label={t("kinds.file.remove", { name })}
            onClick={() => {
              setRemoved(file);
              onAnswer(undefined);
              announce(t("kinds.file.removed", { name }));
            }}
          >
            <X aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {removed && !file ? (
        <Button small className={styles.undo} onClick={() => onAnswer(removed)}>
          {t("kinds.file.undo")}
        </Button>
      ) : null}
    </>
  );
}
