import Languages from "lucide-react/icons/languages";
import { useId, useState } from "react";
import { t as common } from "../../../../generated/web-texts/app.ts";
import { t } from "../../../../generated/web-texts/languages.ts";
import type { OfferedLanguage } from "../../../texts/languages.ts";
import { call } from "../../foundation/api/client.ts";
import { useClientConfiguration } from "../../foundation/api/configuration.ts";
import { useAuth } from "../../foundation/auth/auth-context.ts";
import { currentLanguage } from "../../foundation/texts/area-texts.ts";
import { changeLanguage } from "../../foundation/texts/keep-language.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Menu } from "../../ui/menu.tsx";
import headerStyles from "./header.module.css";
import styles from "./language-menu.module.css";

/** The choice of language in the header; empty if there is no choice. */
export function LanguageMenu() {
  const { languages, current, choose, problem } = useLanguages();
  if (languages.length < 2) return null;
  return (
    <>
      <Menu
        label={nameOf(current, languages)}
        icon={<Languages aria-hidden="true" />}
        className={headerStyles.languageMenu}
      >
        {(close) =>
          languages.map((language) => (
            <li key={language.code}>
              <button
                type="button"
                lang={language.code}
                translate="no"
                aria-current={language.code === current ? "true" : undefined}
                onClick={() => {
                  close();
                  void choose(language);
                }}
              >
                {nameWithShare(language)}
              </button>
            </li>
          ))
        }
      </Menu>
      {problem}
    </>
  );
}

/** The same in the footer. */
export function LanguageSelect() {
  const id = useId();
  const { languages, current, choose, problem } = useLanguages();
  if (languages.length < 2) return null;
  return (
    <div className={`cluster center gap-8 ${styles.select}`}>
      <label htmlFor={id}>{common("app.footer.language")}</label>
      <select
        id={id}
        className="framed"
        value={current}
        onChange={(event) => {
          const chosen = languages.find(({ code }) => code === event.target.value);
          if (chosen) void choose(chosen);
        }}
      >
        {languages.map((language) => (
          <option key={language.code} value={language.code} lang={language.code} translate="no">
            {nameWithShare(language)}
          </option>
        ))}
      </select>
      {problem}
    </div>
  );
}

/** A language's name, with the share that is translated if some texts are still English. */
const nameWithShare = ({ name, share }: OfferedLanguage) => (share < 1 ? t("languages.partly", { name, share }) : name);

const nameOf = (code: string, languages: readonly OfferedLanguage[]) =>
  languages.find((language) => language.code === code)?.name ?? code;

function useLanguages() {
  const { data: configuration } = useClientConfiguration();
  const { username } = useAuth();
  const [missing, setMissing] = useState<OfferedLanguage>();
  const current = currentLanguage().code;
  const offered = configuration?.languages ?? [];
  const isOffered = offered.some(({ code }) => code === current);
  const languages = isOffered ? offered : [{ code: current, name: current, share: 1, version: "" }, ...offered];

  const choose = async (language: OfferedLanguage) => {
    try {
      await changeLanguage(language);
    } catch (error) {
      console.error(error);
      return setMissing(language);
    }
    if (username === undefined) return;
    const own = { params: { username }, body: { language: language.code } };
    // The device has the choice; emails follow with the next one.
    await call("setOwnLanguage", own).catch(console.error);
  };

  const problem = missing && (
    <Dialog open title={t("languages.missing")} onClose={() => setMissing(undefined)}>
      <p>{t("languages.missing.text", { name: missing.name })}</p>
      <Button onClick={() => setMissing(undefined)}>{t("languages.missing.ok")}</Button>
    </Dialog>
  );
  return { languages, current, choose, problem };
}
