import { useEffect, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { adminDialogWidthPx } from "../../../contract/limits.ts";
import type { Organization } from "../../../contract/organizations.ts";
import type { Quest, QuestFormPayload } from "../../../contract/quests.ts";
import { createQuest, deleteQuestLocations, updateQuest } from "../../api/admin.ts";
import { ApiError, sentenceOf } from "../../api/api-error.ts";
import { Banner, type BannerTone } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { t } from "../../texts/admin.ts";
import { t as componentsText } from "../../texts/components.ts";
import type { MapTiles } from "./location-fields.tsx";
import { QuestForm } from "./quest-form.tsx";
import styles from "./quest-form-dialog.module.css";
import { countErrors, emptyQuest, type QuestFormValues, questFormResolver, valuesOf } from "./quest-form-values.ts";

type Outcome = { tone: BannerTone; text: string; detail?: string };

/** The quest form in a dialog, empty or with a quest; after a quest was created it goes on editing that one. */
export function QuestFormDialog({
  quest: opened,
  organizations,
  tiles,
  onClose,
}: {
  /** Undefined: a new one. */
  quest: Quest | undefined;
  organizations: readonly Organization[];
  tiles: MapTiles;
  onClose: () => void;
}) {
  const formId = useId();
  const [quest, setQuest] = useState(opened);
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const [isAskingToLeave, setIsAskingToLeave] = useState(false);
  const form = useForm<QuestFormValues, unknown, QuestFormPayload>({
    resolver: questFormResolver,
    defaultValues: opened ? valuesOf(opened) : emptyQuest,
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  const errorCount = countErrors(errors);

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);

  function showRefusal(error: unknown, text: string) {
    setOutcomes([{ tone: "danger", text, detail: sentenceOf(error) }]);
    if (!(error instanceof ApiError)) return;
    if (error.code === "organization_null") requireOrganization();
    for (const { path, message } of error.fieldErrors) {
      form.setError(path as keyof QuestFormValues, { type: "server", message });
    }
  }

  const requireOrganization = () =>
    form.setError("root.organization_null", {
      type: "organization_null",
      message: t("admin.questForm.organization.missing"),
    });

  async function save(payload: QuestFormPayload) {
    setOutcomes([]);
    if (payload.organization.organization_id === undefined) {
      requireOrganization();
      return;
    }
    let saved: Quest;
    try {
      saved = quest ? await updateQuest(quest.id, payload) : await createQuest(payload);
    } catch (error) {
      showRefusal(error, t(quest ? "admin.questForm.editFailed" : "admin.questForm.createFailed"));
      return;
    }
    const text = t(quest ? "admin.questForm.edited" : "admin.questForm.created");
    const deleted = payload.deleted_locations ?? [];
    const failure = deleted.length > 0 ? await failureOf(deleteQuestLocations(deleted)) : undefined;
    const remaining = { ...saved, locations: saved.locations.filter(({ id }) => !deleted.includes(id)) };
    // What could not be deleted stays recorded, and is tried again with the next submit.
    form.reset(failure === undefined ? valuesOf(remaining) : valuesOf(saved, deleted));
    setQuest(failure === undefined ? remaining : saved);
    setOutcomes([
      { tone: "ok", text },
      ...(failure === undefined
        ? []
        : [
            { tone: "danger" as const, text: t("admin.questForm.locations.deleteFailed"), detail: sentenceOf(failure) },
          ]),
    ]);
  }

  const leave = () => (isDirty ? setIsAskingToLeave(true) : onClose());

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
            <p className={styles.state}>{isDirty ? t("admin.questForm.notSaved") : ""}</p>
            <Button onClick={leave}>{componentsText("components.close")}</Button>
            <Button type="submit" form={formId} tone="primary" busy={isSubmitting}>
              {t(quest ? "admin.questForm.save" : "admin.questForm.create")}
            </Button>
          </>
        }
      >
        {errorCount > 0 ? (
          <Banner tone="danger">{t("admin.questForm.needAttention", { count: errorCount })}</Banner>
        ) : null}
        {outcomes.map(({ tone, text, detail }) => (
          <Banner
            key={text}
            tone={tone}
            onClose={() => setOutcomes((before) => before.filter((outcome) => outcome.text !== text))}
          >
            <p>{text}</p>
            {detail ? <p className={styles.detail}>{detail}</p> : null}
          </Banner>
        ))}
        <QuestForm
          id={formId}
          form={form}
          organizations={organizations}
          tiles={tiles}
          onSubmit={() => void form.handleSubmit(save)()}
        />
      </Dialog>
      <Dialog
        open={isAskingToLeave}
        title={t("admin.questForm.leave")}
        onClose={() => setIsAskingToLeave(false)}
        footer={
          <>
            <Button tone="danger" onClick={onClose}>
              {t("admin.questForm.leave.discard")}
            </Button>
            <Button tone="primary" onClick={() => setIsAskingToLeave(false)}>
              {t("admin.questForm.leave.goOn")}
            </Button>
          </>
        }
      >
        <p>{t("admin.questForm.leave.text")}</p>
      </Dialog>
    </>
  );
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error;
  }
}
