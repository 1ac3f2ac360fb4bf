import { describe, expect, it } from "vitest";
import { columnName, isUnit, unitSign, withUnit } from "./units.ts";

const valid =
  "1 cm mm km m2 m3 m.s-1 m/s m/s2 kg g ug/m3 mg/L mg.L-1 ug.L-1 mmol/L umol.m-2.s-1 mol L mL uL har ar % [ppth] [ppm] [ppb] Cel K [degF] deg ' '' rad [pH] uS/cm mS/cm dS/m S/m V mV Ohm kOhm lx klx W/m2 cd lm Hz kHz dB dB[SPL] Pa hPa kPa bar mbar mm[Hg] cm[H2O] [in_i'Hg] [psi] s min h d wk mo a Bq/m3 uSv/h [ft_i] [in_i] [mi_i] [nmi_i] [kn_i] [fth_i] [acr_us] NTU FNU {NTU} {birds} {birds}/h {birds}/m2 mg{CaCO3}/L 10*3/mL 10^6/L /mL /h 100/mL [CFU]/100.mL 24.h g/kg t/har m2/m2 kg.m/s2 {a.b/c}";
const invalid = [
  "",
  " ",
  "0.5 m",
  "metres",
  "CM",
  "°C",
  "µg",
  "m²",
  "celsius",
  "[ph]",
  "cm cm",
  "m//s",
  "m/",
  ".m",
  "m.",
  "/",
  "mg/L ",
  "2m",
  "{}",
  "{birds",
  "birds}",
  "{a}{b}",
  "{vögel}",
  "m{a}b",
  "mdeg",
  "kmin",
  "hh",
  "10**3",
  "constructor",
  "m\u0000",
  "(",
];

describe("units", () => {
  it.each(valid.split(" "))("are UCUM codes: %j", (code) => {
    expect(isUnit(code)).toBe(true);
    expect(unitSign(code)).not.toBe("");
  });

  it.each(invalid)("reject other codes: %j", (code) => {
    expect(isUnit(code)).toBe(false);
  });

  it.each([
    ["cm", "cm"],
    ["deg", "°"],
    ["Cel", "°C"],
    ["mg/L", "mg/L"],
    ["ug/m3", "µg/m³"],
    ["us", "µs"],
    ["u", "u"],
    ["m.s-1", "m·s⁻¹"],
    ["umol.m-2.s-1", "µmol·m⁻²·s⁻¹"],
    ["10*3/mL", "10³/mL"],
    ["[CFU]/100.mL", "CFU/100·mL"],
    ["/mL", "/mL"],
    ["{birds}", "birds"],
    ["{birds}/h", "birds/h"],
    ["{a.b/c}", "a.b/c"],
    ["mg{CaCO3}/L", "mg CaCO3/L"],
    ["[pH]", "pH"],
    ["[degF]", "°F"],
    ["kOhm", "kΩ"],
    ["mm[Hg]", "mmHg"],
    ["cm[H2O]", "cmH₂O"],
    ["har", "ha"],
    ["t/har", "t/ha"],
    ["%", "%"],
  ])("are displayed as people write them: %s is %s", (code, sign) => {
    expect(unitSign(code)).toBe(sign);
  });

  it.each([
    ["12", "cm", "12 cm"],
    ["-3", "deg", "-3°"],
    ["21", "Cel", "21 °C"],
    ["0.4", "1", "0.4"],
    ["much", undefined, "much"],
  ])("follow their number: %s %s", (value, unit, text) => {
    expect(withUnit(value, unit)).toBe(text);
  });

  it.each([
    ["bark_depth", "mm", "bark_depth_mm"],
    ["latitude", "deg", "latitude_degrees"],
    ["acidity", "[pH]", "acidity_ph"],
    ["speed", "m.s-1", "speed_m_s_1"],
    ["lichen", undefined, "lichen"],
  ])("are the suffix of a column name: %s in %s", (name, unit, column) => {
    expect(columnName(name, unit)).toBe(column);
  });
});
