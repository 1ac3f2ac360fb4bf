import { useEffect, useState } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import type { BarcodeField } from "../../../protocol/field.ts";
import { textValueLengthMax } from "../../../protocol/protocol-limits.ts";
import { textOf } from "../../foundation/answers/answers.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { classNames } from "../../ui/class-names.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import type { ControlProps } from "./control.ts";
import styles from "./controls.module.css";

const CodeScanner = lazily("CodeScanner", () => import("./code-scanner.tsx"));

const hasCamera = () => "mediaDevices" in navigator;

/** Fetched with the form, because there may be no connection when somebody scans. */
function fetchDecoder(): void {
  if (!hasCamera()) return;
  void import("./decode-codes.ts").then(({ makeDecoder }) => makeDecoder()).catch(() => undefined);
}

/** A code can always be typed. */
export function CodeInput({ field, answer, onAnswer, id, describedBy, isWrong, disabled }: ControlProps<BarcodeField>) {
  const [isScanning, setIsScanning] = useState(false);
  useEffect(fetchDecoder, []);
  return (
    <div className="row gap-8">
      <div className={classNames("row center shrinks", styles.box, isWrong && styles.wrong)}>
        <input
          id={id}
          className={styles.bare}
          type="text"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={textValueLengthMax}
          value={textOf(answer)}
          readOnly={disabled}
          aria-describedby={describedBy}
          aria-invalid={isWrong || undefined}
          aria-required={field.required || undefined}
          onChange={(event) => onAnswer(event.currentTarget.value || undefined)}
        />
      </div>
      {hasCamera() ? (
        <button
          type="button"
          className={styles.sideButton}
          disabled={disabled}
          aria-describedby={id}
          onClick={() => setIsScanning(true)}
        >
          {t("kinds.scan")}
        </button>
      ) : null}
      {isScanning ? (
        <WhenFetched>
          <CodeScanner
            onCode={(code) => {
              setIsScanning(false);
              onAnswer(code.slice(0, textValueLengthMax));
            }}
            onClose={() => setIsScanning(false)}
          />
        </WhenFetched>
      ) : null}
    </div>
  );
}
