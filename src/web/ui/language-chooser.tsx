import { useState } from "react";
import { Button } from "./button.tsx";
import { Combobox } from "./combobox.tsx";
import styles from "./language-chooser.module.css";
import { languagesToChoose, readLanguage } from "./language-names.ts";

/** Takes a language by its name or code. */
export function LanguageChooser({
  label,
  hint,
  listLabel,
  action,
  taken,
  refusals,
  onChoose,
}: {
  label: string;
  hint: string;
  listLabel: string;
  /** The button's text. */
  action: string;
  /** Codes that can't be chosen. */
  taken: readonly string[];
  refusals: { wrong: string; taken: string };
  onChoose: (language: string) => void;
}) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();

  function choose(text: string) {
    const language = readLanguage(text);
    if (language === undefined) return setError(refusals.wrong);
    if (taken.includes(language)) return setError(refusals.taken);
    onChoose(language);
  }

  return (
    <div className={`grid gap-8 ${styles.chooser}`}>
      <Combobox
        label={label}
        hint={hint}
        error={error}
        listLabel={listLabel}
        value={typed}
        options={languagesToChoose()}
        onChange={(text) => {
          setTyped(text);
          setError(undefined);
        }}
        onPick={({ value, label: name }) => {
          setTyped(name);
          choose(value);
        }}
      />
      <Button className={styles.choose} disabled={typed.trim() === ""} onClick={() => choose(typed)}>
        {action}
      </Button>
    </div>
  );
}
