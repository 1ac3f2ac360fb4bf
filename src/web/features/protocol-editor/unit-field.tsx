import { t } from "../../../../generated/web-texts/editor.ts";
import { isUnit, unitSign } from "../../../protocol/units.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { commonUnits } from "./common-units.ts";

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
