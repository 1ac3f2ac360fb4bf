import type { ReactNode } from "react";
import { t } from "../../../../generated/web-texts/questions.ts";
import { messageLength } from "../../../contract/limits.ts";
import { Field } from "../../ui/field.tsx";

type QuestionTextProps = { label: ReactNode; text: string; error: string | undefined; onText: (text: string) => void };

/** The text of a question or an answer. */
export function QuestionText({ label, text, error, onText }: QuestionTextProps) {
  const { max } = messageLength;
  return (
    <Field
      label={label}
      hint={text === "" ? undefined : t("questions.count", { count: text.length, max })}
      error={error}
      required
    >
      {(control) => (
        <textarea
          {...control}
          dir="auto"
          rows={4}
          value={text}
          maxLength={max}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
