import Copy from "lucide-react/icons/copy";
import { type ReactNode, useRef, useState } from "react";
import { ActionDialog } from "./action-dialog.tsx";
import { Field } from "./field.tsx";
import { announce } from "./live-region.tsx";

export type ShownOnceWords = Record<
  "title" | "label" | "hint" | "copy" | "copied" | "copyYourself" | "done",
  string
> & { lead: ReactNode };

/** Shows a secret that can't be shown again, with a button that copies it. */
export function ShownOnceDialog({
  secret,
  words,
  onClose,
}: {
  secret: string;
  words: ShownOnceWords;
  onClose: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState<string>();
  const tell = (text: string) => {
    setNote(text);
    announce(text);
  };
  const copy = async () => {
    try {
      // Absent on pages without encryption.
      await navigator.clipboard.writeText(secret);
      tell(words.copied);
    } catch {
      field.current?.select();
      tell(words.copyYourself);
    }
  };
  return (
    <ActionDialog
      title={words.title}
      onClose={onClose}
      keepOnOutsideClick
      back={words.done}
      act={words.copy}
      icon={<Copy aria-hidden="true" />}
      onAct={copy}
    >
      <p>{words.lead}</p>
      <Field label={words.label} hint={words.hint}>
        {(control) => (
          <input
            {...control}
            ref={field}
            readOnly
            dir="ltr"
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
      {note === undefined ? null : <p>{note}</p>}
    </ActionDialog>
  );
}
