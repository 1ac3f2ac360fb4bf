import Copy from "lucide-react/icons/copy";
import Eye from "lucide-react/icons/eye";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { t } from "../../../../generated/web-texts/admin.ts";
import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { rich as lifeRich, t as lifeText } from "../../../../generated/web-texts/life.ts";
import { adminDialogWidthPx } from "../../../contract/desk-limits.ts";
import type { QuestType } from "../../../contract/enums.ts";
import type { FieldError } from "../../../contract/errors.ts";
import type { Organization } from "../../../contract/organizations.ts";
import type { QuestHistoryEntry } from "../../../contract/quest-history.ts";
import { writtenTexts } from "../../../contract/quest-languages.ts";
import type { QuestLife } from "../../../contract/quest-life.ts";
import type { Quest, QuestFormInput, QuestFormPayload } from "../../../contract/quests.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { english } from "../../../texts/languages.ts";
import { ApiError, sentenceOf } from "../../foundation/api/api-error.ts";
import { call } from "../../foundation/api/client.ts";
import { changeQuest } from "../../foundation/api/quest-administration.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Banner, type BannerTone } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { useObjectUrl } from "../../ui/use-object-url.ts";
import { Verbatim } from "../../ui/verbatim.tsx";
import type { CoverChange } from "./cover-field.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { findKeptForm, forgetKeptForm, type KeptForm, useKeptForm } from "./kept-quest-form.ts";
import { QuestForm } from "./quest-form.tsx";
import styles from "./quest-form-dialog.module.css";
import {
  copyOf,
  emptyQuest,
  previewOf,
  type QuestFormValues,
  questFormResolver,
  resultsPolicyOf,
  valuesOf,
} from "./quest-form-values.ts";
import { QuestHistory } from "./quest-history.tsx";
import { QuestLifeSection } from "./quest-life.tsx";

type Outcome = { tone: BannerTone; text: string; detail?: string };

/** What the form needs to know about its protocol part, which the page renders. */
export type ProtocolState = {
  isChanged: boolean;
  problemCount: number;
  /** What saving does, in a few words. */
  note: string | undefined;
  /** The changes to save; undefined if something is invalid. */
  read: () => Pick<QuestFormInput, "protocol"> | undefined;
  /** What is typed, without what is invalid; null for the standard form. */
  preview: () => Protocol | null;
  /** What is typed, to be restored after leaving the page. */
  keep: () => unknown;
};

/** The input of that part. */
export type ProtocolSlot = {
  /** Undefined for a new quest. */
  quest: Quest | undefined;
  /** The quest that a new one is copied from. */
  copied: Quest | undefined;
  questType: QuestType;
  organizationId: number | undefined;
  /** How often saving has failed because of invalid fields. */
  attempt: number;
  /** The server's errors. */
  refused: readonly FieldError[];
  onChange: (state: ProtocolState) => void;
  /** What `keep` gave before the page was left. */
  restored: unknown;
};

const untouchedProtocol: ProtocolState = {
  isChanged: false,
  problemCount: 0,
  note: undefined,
  read: () => ({}),
  preview: () => null,
  keep: () => undefined,
};

/** The quest as typed, for a preview. */
export type PreviewSlot = { quest: Quest; protocol: Protocol | null; onClose: () => void };

/** Creates or edits a quest. After creating one, it continues as an edit of it. */
export function QuestFormDialog({
  quest: opened,
  copied,
  organizations,
  protocolPart,
  preview,
  onDuplicate,
  onClose,
}: {
  /** Undefined for a new quest. */
  quest: Quest | undefined;
  copied?: Quest | undefined;
  organizations: readonly Organization[];
  protocolPart: (slot: ProtocolSlot) => ReactNode;
  preview: (slot: PreviewSlot) => ReactNode;
  /** Opens a copy of the saved quest. */
  onDuplicate: (quest: Quest) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const [quest, setQuest] = useState(opened);
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const [cover, setCover] = useState<CoverChange>();
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState<readonly FieldError[]>([]);
  const [protocol, setProtocol] = useState(untouchedProtocol);
  /** What to do after the changes are discarded. */
  const [leaving, setLeaving] = useState<() => void>();
  const keptName = quest ? `quest-${quest.id}` : copied ? `quest-copy-${copied.id}` : "quest-new";
  const base = baseOf(quest);
  /** Typed earlier; undefined once restored or discarded. */
  const [kept, setKept] = useState(() => findKeptForm(keptName));
  const [restored, setRestored] = useState<KeptForm>();
  const [previewed, setPreviewed] = useState<Omit<PreviewSlot, "onClose">>();
  const [conflict, setConflict] = useState<Conflict>();
  /** How often the history was asked for. */
  const [historyAsked, setHistoryAsked] = useState(0);
  const chosenCover = useObjectUrl(cover instanceof File ? cover : undefined);
  const outcome = useRef<HTMLDivElement>(null);
  const form = useForm<QuestFormValues, unknown, QuestFormPayload>({
    resolver: questFormResolver,
    // The error summary takes the focus.
    shouldFocusError: false,
    defaultValues: opened ? valuesOf(opened) : copied ? copyOf(copied) : emptyQuest(),
  });
  const { isSubmitting, errors, dirtyFields } = form.formState;
  const questType = useWatch({ control: form.control, name: "quest_type" });
  const organizationId = useWatch({ control: form.control, name: "organization.organization_id" });
  const isDirty = form.formState.isDirty || cover !== undefined || protocol.isChanged;

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);

  useKeptForm(keptName, isDirty && kept === undefined, () => ({
    values: form.getValues(),
    protocol: protocol.keep(),
    base,
  }));
  function answerKept(choice: "restore" | "discard") {
    if (choice === "discard" || !kept) forgetKeptForm(keptName);
    else {
      form.reset({ ...form.getValues(), ...kept.values }, { keepDefaultValues: true });
      setRestored(kept);
    }
    setKept(undefined);
  }

  // The outcome is above the form, which may be scrolled far down.
  useEffect(() => {
    if (outcomes.length === 0 && !conflict) return;
    outcome.current?.focus({ preventScroll: true });
    outcome.current?.scrollIntoView?.({ block: "center" });
  }, [outcomes, conflict]);

  function showRefusal(error: unknown, text: string) {
    setOutcomes([{ tone: "danger", text, detail: sentenceOf(error) }]);
    if (!(error instanceof ApiError)) return;
    if (error.code === "organization_null") requireOrganization();
    setRefused(error.fieldErrors);
    for (const { path, message } of error.fieldErrors) {
      if (path.startsWith("protocol")) continue;
      form.setError(path as keyof QuestFormValues, { type: "server", message });
    }
  }

  const requireOrganization = () =>
    form.setError("root.organization_null", {
      type: "organization_null",
      message: t("admin.questForm.organization.missing"),
    });

  async function save(typed: QuestFormInput & QuestFormPayload, revision: number | undefined) {
    const { language, translations, target_total: target, ...rest } = typed;
    const payload = {
      ...rest,
      // Omitted, it stays. Servers of the specification don't know it.
      ...((target !== null || dirtyFields.target_total) && { target_total: target }),
      ...changedLanguages(quest, { language, translations }),
      ...(dirtyFields.results && { results: resultsPolicyOf(form.getValues("results")) }),
    };
    setOutcomes([]);
    setConflict(undefined);
    setRefused([]);
    let saved: Quest;
    try {
      saved = quest
        ? await changeQuest("updateQuest", { params: { id: quest.id }, body: { ...payload, seen_revision: revision } })
        : await changeQuest("createQuest", { body: payload });
    } catch (error) {
      return showFailure(error);
    }
    forgetKeptForm(keptName);
    await saveTheRest(saved, payload.deleted_locations ?? []);
  }

  async function showFailure(error: unknown) {
    if (quest && error instanceof ApiError && error.code === "quest_changed") {
      setConflict(await findConflict(quest.id));
      return;
    }
    showRefusal(error, t(quest ? "admin.questForm.editFailed" : "admin.questForm.createFailed"));
  }

  /** What has calls of its own: locations to delete, and the cover. */
  async function saveTheRest(saved: Quest, deleted: number[]) {
    const text = t(quest ? "admin.questForm.edited" : "admin.questForm.created");
    const undeleted =
      deleted.length > 0 ? await failureOf(changeQuest("deleteQuestLocations", { body: deleted })) : undefined;
    const remaining = { ...saved, locations: saved.locations.filter(({ id }) => !deleted.includes(id)) };
    // The next save tries again to delete locations and to save the cover.
    form.reset(undeleted === undefined ? valuesOf(remaining) : valuesOf(saved, deleted));
    setQuest(undeleted === undefined ? remaining : saved);
    const unsavedCover = cover === undefined ? undefined : await failureOf(saveCover(saved.id, cover));
    if (deleted.length > 0 || cover !== undefined) await takeRevision(undeleted === undefined ? remaining : saved);
    setOutcomes([
      { tone: "ok", text },
      ...failureOutcome(t("admin.questForm.locations.deleteFailed"), undeleted),
      ...failureOutcome(t("admin.questForm.cover.failed"), unsavedCover),
    ]);
  }

  /** The revision after own changes beside the form. The old one stays if somebody else changed what the form shows. */
  async function takeRevision(known: Quest) {
    const latest = await call("getQuest", { params: { id: known.id } }).catch(() => undefined);
    if (latest && baseOf(latest) === baseOf(known))
      setQuest((before) => before && { ...before, revision: latest.revision });
  }

  async function saveCover(id: number, change: File | "removed") {
    const params = { id };
    const { quest_image } =
      change === "removed"
        ? await changeQuest("deleteQuestImage", { params })
        : await changeQuest("setQuestImage", { params, body: {}, files: { file: change } });
    setQuest((before) => before && { ...before, quest_image });
    setCover(undefined);
  }

  function showErrors() {
    setOutcomes([]);
    setConflict(undefined);
    if (form.getValues("organization.organization_id") === "") requireOrganization();
    setAttempt((before) => before + 1);
  }

  function submit(revision = quest?.revision) {
    const part = protocol.read();
    void form.handleSubmit((payload) => (part ? save({ ...payload, ...part }, revision) : showErrors()), showErrors)();
  }

  function showPreview() {
    const values = form.getValues();
    const organization = organizations.find(({ id }) => String(id) === values.organization.organization_id);
    const image = cover === undefined ? quest?.quest_image : chosenCover;
    setPreviewed({
      quest: previewOf(values, quest ?? copied, organization?.organization_name ?? "", image ?? null),
      protocol: protocol.preview(),
    });
  }

  /** After a step, the form shows the new status. */
  function takeOver(life: QuestLife | undefined) {
    if (!life) {
      forgetKeptForm(keptName);
      onClose();
      return;
    }
    setQuest((before) => before && { ...before, quest_status: life.quest_status });
    form.resetField("quest_status", { defaultValue: life.quest_status });
    if (quest) void takeRevision({ ...quest, quest_status: life.quest_status });
  }

  const leaveFor = (next: () => void) => (isDirty ? setLeaving(() => next) : next());
  const leave = () => leaveFor(onClose);

  return (
    <>
      <Dialog
        open
        title={quest ? quest.quest_name : t("admin.questForm.newQuest")}
        onClose={leave}
        widthPx={adminDialogWidthPx}
        keepOnOutsideClick={isDirty}
        footer={
          <>
            <p className={`muted ${styles.state}`}>
              {isDirty ? t("admin.questForm.notSaved") : ""}
              {protocol.note ? <span className={`small ${styles.note}`}>{protocol.note}</span> : null}
            </p>
            <div className={`cluster gap-12 ${styles.buttons}`}>
              <Button icon={<Eye aria-hidden="true" className={styles.duplicateIcon} />} onClick={showPreview}>
                {lifeText("life.preview")}
              </Button>
              {quest ? (
                <Button
                  icon={<Copy aria-hidden="true" className={styles.duplicateIcon} />}
                  aria-label={t("admin.questForm.duplicate.quest")}
                  onClick={() => leaveFor(() => onDuplicate(quest))}
                >
                  {t("admin.questForm.duplicate")}
                </Button>
              ) : null}
              <Button onClick={leave}>{componentsText("components.close")}</Button>
              <Button type="submit" form={formId} tone="primary" busy={isSubmitting}>
                {t(quest ? "admin.questForm.save" : "admin.questForm.create")}
              </Button>
            </div>
          </>
        }
      >
        <ErrorSummary formId={formId} errors={errors} furtherCount={protocol.problemCount} attempt={attempt} />
        {outcomes.length > 0 || conflict ? (
          <div ref={outcome} tabIndex={-1} className={`stack gap-12 ${styles.outcomes}`}>
            {conflict ? (
              <ConflictBanner
                conflict={conflict}
                onShow={() => setHistoryAsked(historyAsked + 1)}
                onSave={() => submit(conflict.newest?.id)}
              />
            ) : null}
            {outcomes.map(({ tone, text, detail }) => (
              <Banner
                key={text}
                tone={tone}
                onClose={() => setOutcomes((before) => before.filter((each) => each.text !== text))}
              >
                <p>{text}</p>
                {detail ? <p className="muted">{detail}</p> : null}
              </Banner>
            ))}
          </div>
        ) : null}
        {kept ? <KeptFormBanner isOutdated={kept.base !== base} onAnswer={answerKept} /> : null}
        {quest ? <QuestLifeSection quest={quest} isDirty={isDirty} onTaken={takeOver} /> : null}
        {quest ? <QuestHistory quest={quest} form={form} asked={historyAsked} /> : null}
        <QuestForm
          id={formId}
          form={form}
          organizations={organizations}
          moves={quest !== undefined && organizationId !== "" && Number(organizationId) !== quest.organization.id}
          cover={{ address: quest?.quest_image ?? null, change: cover, onChange: setCover }}
          onSubmit={() => submit()}
        >
          {protocolPart({
            quest,
            copied,
            questType,
            organizationId: Number(organizationId) || undefined,
            attempt,
            refused,
            onChange: setProtocol,
            restored: restored?.protocol,
          })}
        </QuestForm>
      </Dialog>
      {previewed ? preview({ ...previewed, onClose: () => setPreviewed(undefined) }) : null}
      <ActionDialog
        open={leaving !== undefined}
        title={t("admin.questForm.leave")}
        onClose={() => setLeaving(undefined)}
        act={t("admin.questForm.leave.discard")}
        tone="danger"
        onAct={() => {
          forgetKeptForm(keptName);
          leaving?.();
        }}
        back={t("admin.questForm.leave.goOn")}
        suggestsBack
      >
        <p>{t("admin.questForm.leave.text")}</p>
      </ActionDialog>
    </>
  );
}

/** Somebody else saved the quest while it was in the form. */
type Conflict = { newest: QuestHistoryEntry | undefined };

async function findConflict(id: number): Promise<Conflict> {
  const [newest] = await call("listQuestHistory", { params: { id }, query: { limit: 1 } }).catch(() => []);
  return { newest };
}

/** Servers without languages know neither. */
function changedLanguages(
  quest: Quest | undefined,
  { language, translations = {} }: Pick<QuestFormPayload, "language" | "translations">,
): Pick<QuestFormPayload, "language" | "translations"> {
  const isOther = JSON.stringify(writtenTexts(translations)) !== JSON.stringify(quest?.translations ?? {});
  return {
    ...(language !== (quest?.language ?? english.code) && { language }),
    ...(isOther && { translations }),
  };
}

/** What the form shows of a saved quest. */
const baseOf = (quest: Quest | undefined) => JSON.stringify([quest && valuesOf(quest), quest?.protocol_version]);

function ConflictBanner({
  conflict: { newest },
  onShow,
  onSave,
}: {
  conflict: Conflict;
  onShow: () => void;
  onSave: () => void;
}) {
  return (
    <Banner
      tone="warning"
      action={
        <>
          <Button small onClick={onShow}>
            {lifeText("life.conflict.show")}
          </Button>
          <Button small tone="plain" onClick={onSave}>
            {lifeText("life.conflict.save")}
          </Button>
        </>
      }
    >
      <p>
        {newest
          ? lifeRich(
              "life.conflict.by",
              {
                name: (name) => <Verbatim>{name}</Verbatim>,
                time: (moment) => <time dateTime={newest.at}>{moment}</time>,
              },
              { person: newest.person, moment: formatMoment(newest.at) },
            )
          : lifeText("life.conflict.unknown")}
      </p>
      <p>{lifeText("life.conflict.kept")}</p>
    </Banner>
  );
}

/** Offers what was typed before the page was left. */
function KeptFormBanner({
  isOutdated,
  onAnswer,
}: {
  /** Whether the quest was saved since. */
  isOutdated: boolean;
  onAnswer: (choice: "restore" | "discard") => void;
}) {
  return (
    <Banner
      tone={isOutdated ? "warning" : "info"}
      action={
        <>
          <Button small onClick={() => onAnswer("restore")}>
            {lifeText("life.kept.restore")}
          </Button>
          <Button small tone="plain" onClick={() => onAnswer("discard")}>
            {lifeText("life.kept.discard")}
          </Button>
        </>
      }
    >
      <p>{lifeText(isOutdated ? "life.kept.outdated" : "life.kept")}</p>
    </Banner>
  );
}

function failureOutcome(text: string, failure: unknown): Outcome[] {
  return failure === undefined ? [] : [{ tone: "danger", text, detail: sentenceOf(failure) }];
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error;
  }
}
