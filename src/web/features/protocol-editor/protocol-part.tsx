import Download from "lucide-react/icons/download";
import { useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import type { QuestType } from "../../../contract/enums.ts";
import type { FieldError } from "../../../contract/errors.ts";
import type { Quest, QuestFormInput } from "../../../contract/quests.ts";
import type { Protocol } from "../../../protocol/field.ts";
import type { WrittenProtocol } from "../../../protocol/protocol-schema.ts";
import { pseudoLanguage } from "../../../texts/languages.ts";
import { sentenceOf } from "../../foundation/api/api-error.ts";
import { downloadFile } from "../../foundation/api/download-file.ts";
import { saveFile } from "../../foundation/phone/save-file.ts";
import { currentLanguage } from "../../foundation/texts/area-texts.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/field.tsx";
import { Part } from "../../ui/part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import { findDraftProblems, noProblems, placeRefusals } from "./draft-problems.ts";
import { type Edit, markSaved } from "./edit-draft.ts";
import { previewProtocol } from "./preview-protocol.ts";
import { draftOf, emptyDraft, type ProtocolDraft, reserveIds } from "./protocol-draft.ts";
import styles from "./protocol-part.module.css";
import { isSameProtocol, payloadOf } from "./protocol-payload.ts";
import { VersionChanges } from "./version-changes.tsx";

const ProtocolEditor = lazily("ProtocolEditor", () => import("./protocol-editor.tsx"));

/** A stored version; null is the specification's form. */
type Stored = { protocol: Protocol | null; version: number | null };

function storedOf(written: WrittenProtocol | null | undefined): Stored {
  return written ? { protocol: written, version: written.version } : { protocol: null, version: null };
}

type State = {
  isChanged: boolean;
  problemCount: number;
  note: string | undefined;
  /** The changes to send, if any; undefined if the protocol is invalid. */
  read: () => Pick<QuestFormInput, "protocol"> | undefined;
  preview: () => Protocol | null;
  keep: () => unknown;
};

/** A draft as it is kept while the page is left. */
type Kept = { isOwn: boolean; draft: ProtocolDraft };

function keptIn(restored: unknown): Kept | undefined {
  const kept = restored as Partial<Kept> | null | undefined;
  if (!kept?.draft || !Array.isArray(kept.draft.fields)) return undefined;
  reserveIds(kept.draft);
  return { isOwn: kept.isOwn === true, draft: kept.draft };
}

type Props = {
  /** Undefined for a new quest; has a `protocol` after it was saved. */
  quest: Quest | undefined;
  /** The quest to copy. */
  copied: Quest | undefined;
  questType: QuestType;
  /** The organization chosen in the form. */
  organizationId: number | undefined;
  /** Number of attempts to save an invalid form. */
  attempt: number;
  /** The server's errors. */
  refused: readonly FieldError[];
  onChange: (state: State) => void;
  /** How many data points the quest has. */
  pointCount: number;
  /** What `keep` gave. */
  restored: unknown;
};

/** The protocol in the quest form: the specification's form, or the quest's own. */
export function ProtocolPart(props: Props) {
  const { quest, copied } = props;
  // Updates from the server must not replace edits.
  const [opened] = useState(() => storedOf((quest ?? copied)?.protocol));
  const titleId = useId();
  return (
    <section className={`stack gap-16 ${styles.part}`} aria-labelledby={titleId}>
      <h3 id={titleId}>{t("editor.title")}</h3>
      <KnownProtocol {...props} opened={opened} />
    </section>
  );
}

function KnownProtocol({
  quest,
  copied,
  questType,
  organizationId,
  attempt,
  refused,
  onChange,
  pointCount,
  restored,
  opened,
}: Props & { opened: Stored }) {
  const name = useId();
  const language = currentLanguage() === pseudoLanguage ? "en" : currentLanguage().code;
  /** The quest's protocol; null for a copy, which isn't saved yet. */
  const [saved, setSaved] = useState<Stored>(copied ? { protocol: null, version: null } : opened);
  /** The protocol when it was opened or last saved. */
  const [start, setStart] = useState<Protocol | null>(opened.protocol);
  const [kept] = useState(() => keptIn(restored));
  const [isOwn, setIsOwn] = useState(kept?.isOwn ?? opened.protocol !== null);
  const [draft, setDraft] = useState<ProtocolDraft>(() =>
    kept
      ? kept.draft
      : opened.protocol
        ? draftOf(opened.protocol, language, copied === undefined)
        : emptyDraft(language),
  );
  const edit = useCallback((change: Edit) => setDraft(change), []);

  const payload = useMemo(() => payloadOf(draft), [draft]);
  const asked = isOwn ? payload : null;

  // Deferred, because comparing 10,000 options would slow down typing.
  const settled = useDeferredValue(useMemo(() => ({ draft, payload, asked }), [draft, payload, asked]));
  const isChanged = useMemo(() => !isSameProtocol(settled.asked, start), [settled, start]);
  const isNewVersion = useMemo(() => !isSameProtocol(settled.asked, saved.protocol), [settled, saved]);
  const isChecked = attempt > 0 && isOwn;
  const found = useMemo(
    () => (isChecked ? findDraftProblems(settled.draft, settled.payload) : noProblems),
    [isChecked, settled],
  );
  const latest = useRef({ asked, draft, payload, saved, isOwn });
  useEffect(() => {
    latest.current = { asked, draft, payload, saved, isOwn };
  });
  // The paths are those of the draft that was sent.
  const refusals = useMemo(
    () => (refused.length > 0 ? placeRefusals(latest.current.draft, refused) : noProblems),
    [refused],
  );
  const problems = useMemo(() => (isOwn ? new Map([...refusals, ...found]) : noProblems), [isOwn, refusals, found]);

  // After saving, the answer has the new version.
  const answered = quest?.protocol;
  const lastAnswered = useRef(answered);
  useEffect(() => {
    if (answered === undefined || answered === lastAnswered.current) return;
    lastAnswered.current = answered;
    const now = storedOf(answered);
    setSaved(now);
    setStart(now.protocol);
    setDraft(markSaved);
  }, [answered]);

  // If the quest uses the specification's form now, the count of earlier versions is unknown.
  const nextVersion = saved.version === null ? undefined : saved.version + 1;
  const note =
    isNewVersion && pointCount > 0
      ? asked !== null && nextVersion !== undefined
        ? t("editor.versions.note", { version: nextVersion })
        : t("editor.versions.noteOwn")
      : undefined;
  const problemCount = problems.size;
  const read = useCallback(() => {
    const now = latest.current;
    if (isSameProtocol(now.asked, now.saved.protocol)) return {};
    if (now.asked && findDraftProblems(now.draft, now.payload).size > 0) return undefined;
    // `findDraftProblems` has checked it.
    return { protocol: now.asked as QuestFormInput["protocol"] };
  }, []);
  const preview = useCallback(() => {
    const { asked, draft, payload } = latest.current;
    if (!asked) return null;
    const isValid = findDraftProblems(draft, payload).size === 0;
    return isValid ? asked : previewProtocol(draft, payload, draft.languages[0] ?? language);
  }, [language]);
  const keep = useCallback((): Kept => ({ isOwn: latest.current.isOwn, draft: latest.current.draft }), []);
  useEffect(
    () => onChange({ isChanged, problemCount, note, read, preview, keep }),
    [isChanged, problemCount, note, read, preview, keep, onChange],
  );

  return (
    <>
      <div className={`cluster start between ${styles.head}`}>
        <fieldset className={`cluster ${styles.modes}`}>
          <legend className="visually-hidden">{t("editor.title")}</legend>
          {(["specification", "own"] as const).map((mode) => (
            <Choice key={mode} className={styles.mode} hint={t(`editor.mode.${mode}.hint`)}>
              <input
                type="radio"
                name={name}
                checked={isOwn === (mode === "own")}
                onChange={() => setIsOwn(mode === "own")}
              />
              {t(`editor.mode.${mode}`)}
            </Choice>
          ))}
        </fieldset>
        {quest ? <XlsFormDownload questId={quest.id} /> : null}
      </div>
      {isOwn ? (
        <WhenFetched fallback={<Skeleton height="16rem" radius="10px" />}>
          <ProtocolEditor
            draft={draft}
            payload={payload}
            problems={problems}
            attempt={attempt + (refusals.size > 0 ? 1 : 0)}
            questType={questType}
            questId={quest?.id}
            organizationId={organizationId}
            hasPoints={pointCount > 0}
            edit={edit}
          />
        </WhenFetched>
      ) : null}
      {isNewVersion && pointCount > 0 ? (
        <Part>
          <VersionChanges
            before={saved.protocol}
            after={settled.asked}
            questType={questType}
            pointCount={pointCount}
            nextVersion={nextVersion}
          />
        </Part>
      ) : null}
    </>
  );
}

function XlsFormDownload({ questId }: { questId: number }) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function download() {
    setIsBusy(true);
    setProblem(undefined);
    try {
      saveFile(await downloadFile("exportProtocol", { params: { id: questId } }), `quest-${questId}-form.xlsx`);
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div className="stack gap-8">
      <Button
        small
        tone="plain"
        icon={<Download aria-hidden="true" />}
        busy={isBusy}
        aria-description={t("editor.download.saved")}
        onClick={() => void download()}
      >
        {t("editor.download")}
      </Button>
      {problem === undefined ? null : (
        <Banner tone="danger" onClose={() => setProblem(undefined)}>
          <p>{t("editor.downloadFailed")}</p>
          <p>{problem}</p>
        </Banner>
      )}
    </div>
  );
}
