import { useId } from "react";
import { offeredLanguages } from "../../texts/languages.ts";
import { t } from "../texts/app.ts";
import { changeLanguage, currentLanguage } from "../texts/area-texts.ts";
import styles from "./footer.module.css";

/** The choice of language. */
export function LanguageMenu() {
  const id = useId();
  const current = currentLanguage();
  const languages = offeredLanguages.includes(current) ? offeredLanguages : [current, ...offeredLanguages];
  return (
    <p className={styles.language}>
      <label htmlFor={id}>{t("app.footer.language")}</label>
      <select
        id={id}
        value={current.code}
        onChange={(event) => {
          const chosen = languages.find(({ code }) => code === event.target.value);
          if (chosen) void changeLanguage(chosen);
        }}
      >
        {languages.map(({ code, ownName }) => (
          <option key={code} value={code} lang={code}>
            {ownName}
          </option>
        ))}
      </select>
    </p>
  );
}
