import { useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import { say } from "../../../../generated/web-texts/validation.ts";
import { findPatternFault, matchesPattern } from "../../../protocol/patterns.ts";
import { isUnit, unitSign } from "../../../protocol/units.ts";
import type { KeyOf } from "../../../texts/keys.ts";
import { asTyped } from "../../ui/as-typed.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { Field } from "../../ui/field.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { useEditor } from "./editor-context.ts";
import styles from "./field-form.module.css";
import type { FieldDraft } from "./protocol-draft.ts";

/** A pattern, checked as it is typed, with a text to try it on. */
export function PatternField({
  pattern,
  error,
  onChange,
}: {
  pattern: string;
  error: string | undefined;
  onChange: (pattern: string) => void;
}) {
  const [tried, setTried] = useState("");
  const fault = pattern === "" ? undefined : findPatternFault(pattern);
  const isTried = pattern !== "" && fault === undefined && tried !== "";
  const isMatch = isTried && matchesPattern(pattern, tried);
  return (
    <>
      <Field
        label={t("editor.form.pattern")}
        hint={t("editor.form.pattern.hint")}
        error={error ?? (fault && say({ key: fault }))}
      >
        {(control) => (
          <input
            {...control}
            className={classNames(control.className, styles.key)}
            type="text"
            dir="ltr"
            {...asTyped}
            value={pattern}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      {pattern === "" ? null : (
        <div className="stack gap-4">
          <Field label={t("editor.form.pattern.try")}>
            {(control) => (
              <input
                {...control}
                type="text"
                autoComplete="off"
                value={tried}
                onChange={(event) => setTried(event.currentTarget.value)}
              />
            )}
          </Field>
          <p role="status" className={isMatch ? `small strong ${styles.matches}` : "danger small strong"}>
            {isTried ? t(isMatch ? "editor.form.pattern.matches" : "editor.form.pattern.noMatch") : ""}
          </p>
        </div>
      )}
    </>
  );
}

/** A unit: searched by name or sign, or typed as a UCUM code. */
export function UnitField({
  unit,
  error,
  onChange,
}: {
  unit: string;
  error: string | undefined;
  onChange: (unit: string) => void;
}) {
  const code = unit.trim();
  const sign = code !== "" && isUnit(code) ? unitSign(code) : undefined;
  return (
    <Combobox
      label={t("editor.form.unit")}
      hint={sign !== undefined && sign !== code ? t("editor.form.unit.shownAs", { sign }) : t("editor.form.unit.hint")}
      error={error}
      listLabel={t("editor.form.unit.list")}
      noneFound={t("editor.form.unit.none")}
      value={unit}
      options={commonUnits.map(({ code: value, name }) => ({ value, label: t(name), sign: unitSign(value) }))}
      onChange={onChange}
    />
  );
}

/** Common units by UCUM code; others can be typed. */
const commonUnits: readonly { code: string; name: KeyOf<"editor"> }[] = [
  { code: "mm", name: "editor.unit.mm" },
  { code: "cm", name: "editor.unit.cm" },
  { code: "m", name: "editor.unit.m" },
  { code: "km", name: "editor.unit.km" },
  { code: "[in_i]", name: "editor.unit.in_i" },
  { code: "[ft_i]", name: "editor.unit.ft_i" },
  { code: "m2", name: "editor.unit.m2" },
  { code: "har", name: "editor.unit.har" },
  { code: "mL", name: "editor.unit.ml" },
  { code: "L", name: "editor.unit.l" },
  { code: "m3", name: "editor.unit.m3" },
  { code: "g", name: "editor.unit.g" },
  { code: "kg", name: "editor.unit.kg" },
  { code: "mg", name: "editor.unit.mg" },
  { code: "t", name: "editor.unit.t" },
  { code: "s", name: "editor.unit.s" },
  { code: "min", name: "editor.unit.min" },
  { code: "h", name: "editor.unit.h" },
  { code: "d", name: "editor.unit.d" },
  { code: "a", name: "editor.unit.a" },
  { code: "Cel", name: "editor.unit.cel" },
  { code: "[degF]", name: "editor.unit.degf" },
  { code: "%", name: "editor.unit.percent" },
  { code: "[ppth]", name: "editor.unit.ppth" },
  { code: "[ppm]", name: "editor.unit.ppm" },
  { code: "[ppb]", name: "editor.unit.ppb" },
  { code: "[pH]", name: "editor.unit.ph" },
  { code: "uS/cm", name: "editor.unit.us_cm" },
  { code: "mS/cm", name: "editor.unit.ms_cm" },
  { code: "mg/L", name: "editor.unit.mg_l" },
  { code: "ug/L", name: "editor.unit.ug_l" },
  { code: "mmol/L", name: "editor.unit.mmol_l" },
  { code: "NTU", name: "editor.unit.ntu" },
  { code: "FNU", name: "editor.unit.fnu" },
  { code: "ug/m3", name: "editor.unit.ug_m3" },
  { code: "m/s", name: "editor.unit.m_s" },
  { code: "km/h", name: "editor.unit.km_h" },
  { code: "[kn_i]", name: "editor.unit.kn_i" },
  { code: "m3/s", name: "editor.unit.m3_s" },
  { code: "hPa", name: "editor.unit.hpa" },
  { code: "mm/h", name: "editor.unit.mm_h" },
  { code: "lx", name: "editor.unit.lx" },
  { code: "dB[SPL]", name: "editor.unit.db_spl" },
  { code: "W/m2", name: "editor.unit.w_m2" },
  { code: "deg", name: "editor.unit.deg" },
  { code: "1", name: "editor.unit.one" },
];

/** The key of a field. Locked at first if data points use it. */
export function KeyField({
  field,
  error,
  onChange,
}: {
  field: FieldDraft;
  error: string | undefined;
  onChange: (changes: Partial<FieldDraft>) => void;
}) {
  const { hasPoints } = useEditor();
  const [isUnlocked, setIsUnlocked] = useState(false);
  const { key, savedKey } = field;
  const isUsed = hasPoints && savedKey !== undefined;
  const isLocked = isUsed && key === savedKey && !isUnlocked;
  return (
    <div>
      <Field
        label={t("editor.form.key")}
        hint={t(isLocked ? "editor.form.key.locked" : "editor.form.key.hint")}
        error={error}
      >
        {(control) => (
          <input
            {...control}
            className={classNames(control.className, styles.key)}
            type="text"
            {...asTyped}
            readOnly={isLocked}
            value={key}
            onChange={(event) => onChange({ key: event.currentTarget.value, isKeyTyped: true })}
          />
        )}
      </Field>
      {isLocked ? (
        <Button small tone="plain" onClick={() => setIsUnlocked(true)}>
          {t("editor.form.key.change")}
        </Button>
      ) : isUsed ? (
        <p className="cluster center gap-4 across-12 muted small">
          {withNames((name) => t("editor.form.key.changing", { key: name(savedKey) }))}
        </p>
      ) : null}
    </div>
  );
}
