import Languages from "lucide-react/icons/languages";
import { t } from "../../../../generated/web-texts/quest-language.ts";
import { languageName } from "../../ui/language-names.ts";
import { Pill } from "../../ui/pill.tsx";

/** Beside a text in another language than the page. */
export const LanguageNote = ({ code }: { code: string }) => (
  <Pill icon={<Languages aria-hidden="true" />}>{t("quest.language.in", { language: languageName(code) })}</Pill>
);
