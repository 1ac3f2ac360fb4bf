import Languages from "lucide-react/icons/languages";
import { languageName } from "../../components/language-names.ts";
import { Pill } from "../../components/pill.tsx";
import { t } from "../../texts/quest-language.ts";

/** Beside a text in another language than the page. */
export const LanguageNote = ({ code }: { code: string }) => (
  <Pill icon={<Languages aria-hidden="true" />}>{t("quest.language.in", { language: languageName(code) })}</Pill>
);
