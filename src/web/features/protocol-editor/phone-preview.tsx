import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { useReadAnswers } from "../../capture/fields/form-reader.ts";
import { ProtocolSteps } from "../../capture/fields/protocol-steps.tsx";
import { type Answer, type Answers, fittingAnswers } from "../../foundation/answers/answers.ts";
import { currentAccount } from "../../foundation/api/session.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { languageName } from "../../ui/language-names.ts";
import styles from "./phone-preview.module.css";
import { previewProtocol } from "./preview-protocol.ts";
import type { ProtocolDraft } from "./protocol-draft.ts";

/** The volunteer's form as on a phone. It can be filled in; nothing is sent. */
export function PhonePreview({
  draft,
  payload,
  openId,
}: {
  draft: ProtocolDraft;
  payload: Protocol;
  /** The field being edited; the preview scrolls to it. */
  openId: string | undefined;
}) {
  const { languages } = draft;
  const [chosen, setChosen] = useState<string>();
  const language = chosen !== undefined && languages.includes(chosen) ? chosen : (languages[0] ?? "");
  const [typed, setTyped] = useState<Answers>({});
  const protocol = useMemo(() => previewProtocol(draft, payload, language), [draft, payload, language]);
  // A field's kind may have changed since it was answered.
  const answers = useMemo(() => fittingAnswers(protocol, typed), [protocol, typed]);
  const read = useReadAnswers(protocol, answers, currentAccount());
  const answer = useCallback(
    (key: string, given: Answer | undefined) => setTyped((before) => ({ ...before, [key]: given })),
    [],
  );
  const phone = useRef<HTMLElement>(null);
  const shownId = outermostId(draft, openId);
  const isDrawn = read.shown.some(({ key }) => key === shownId);
  useEffect(() => {
    const field = isDrawn && phone.current?.querySelector(`[data-field="${shownId}"]`);
    if (field && phone.current) scrollTo(field, phone.current);
  }, [shownId, isDrawn]);
  return (
    <section className="stack gap-8 shrinks" aria-label={t("editor.preview")} data-preview>
      <div className="row baseline between gap-12">
        <h4>{t("editor.preview")}</h4>
        <Button small tone="plain" onClick={() => setTyped({})}>
          {t("editor.preview.clear")}
        </Button>
      </div>
      <p className="muted small">{t("editor.preview.hint")}</p>
      {languages.length > 1 ? (
        <Field label={t("editor.preview.language")}>
          {(control) => (
            <select {...control} value={language} onChange={(event) => setChosen(event.currentTarget.value)}>
              {languages.map((each) => (
                <option key={each} value={each}>
                  {languageName(each)}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too. */}
      <section ref={phone} className={styles.phone} aria-label={t("editor.preview.form")} tabIndex={0}>
        <div className={`stack gap-24 ${styles.screen}`} lang={language} dir="auto">
          {read.shown.length === 0 ? <p className="muted small">{t("editor.preview.empty")}</p> : null}
          <ProtocolSteps protocol={protocol} read={read} answers={answers} onAnswer={answer} />
        </div>
      </section>
    </section>
  );
}

/** The field itself, or the outermost group that it is in. */
function outermostId({ fields }: ProtocolDraft, id: string | undefined): string | undefined {
  const groupId = fields.find((field) => field.id === id)?.groupId;
  return groupId === undefined ? id : outermostId({ fields } as ProtocolDraft, groupId);
}

/** Keeps one line above in view. */
const gapPx = 24;

/** Scrolls only the phone. */
function scrollTo(field: Element, phone: HTMLElement): void {
  phone.scrollTop += field.getBoundingClientRect().top - phone.getBoundingClientRect().top - gapPx;
}
