import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash-2";
import { useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import { unchosenList } from "../../../protocol/lists/list-limits.ts";
import { ApiError } from "../../foundation/api/api-error.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { problemAt } from "./draft-problems.ts";
import { changeField } from "./edit-draft.ts";
import { useEditor } from "./editor-context.ts";
import styles from "./field-form.module.css";
import { type FieldDraft, type ListDraft, makeId } from "./protocol-draft.ts";

type Reference = NonNullable<FieldDraft["list"]>;

/** Where the choices of a field come from: its own options, or a list of the organization. */
export function ListFields({ field: { id, list } }: { field: FieldDraft }) {
  const { edit, problems } = useEditor();
  return (
    <ListChoice
      label={t("editor.form.list")}
      hint={t("editor.form.list.hint")}
      error={list ? (problemAt(problems, `${id}/list/id`) ?? problemAt(problems, `${id}/list/version`)) : undefined}
      list={list}
      none={t("editor.form.list.own")}
      onChoose={(reference) => edit(changeField(id, (each) => ({ ...each, list: reference })))}
    />
  );
}

/** Chooses a list of the organization, or uploads one. @param none what is used instead of a list, if that is possible */
function ListChoice({
  list,
  none,
  onChoose: choose,
  ...words
}: {
  label: string;
  hint: string;
  error: string | undefined;
  list: Reference | undefined;
  none?: string;
  onChoose: (list: Reference | undefined) => void;
}) {
  const { organizationId } = useEditor();
  const { data: lists, mutate } = useCall("listLists", organizationId ? { params: { id: organizationId } } : undefined);
  const upload = useAction((reason) => reason);
  /** Faults of the file, with their rows. */
  const [faults, setFaults] = useState<readonly string[]>([]);
  const file = useRef<HTMLInputElement>(null);
  const chosen = lists?.find((each) => each.id === list?.id);
  const send = (sent: File) =>
    upload.run(async () => {
      if (organizationId === undefined) return;
      setFaults([]);
      const saving = chosen
        ? call("renewList", { params: { id: chosen.id }, body: {}, files: { file: sent } })
        : call("createList", { params: { id: organizationId }, body: {}, files: { file: sent } });
      const saved = await saving.catch((error: unknown) => {
        if (error instanceof ApiError) setFaults(error.fieldErrors.map(({ message }) => message));
        throw error;
      });
      await mutate();
      choose({ id: saved.id, version: saved.version });
    });

  return (
    <div className={`stack gap-4 ${styles.group}`}>
      <Field {...words}>
        {(control) => (
          <select
            {...control}
            value={list?.id ?? ""}
            onChange={({ currentTarget: { value } }) => choose(value === "" ? undefined : { id: Number(value) })}
          >
            {none === undefined ? null : <option value="">{none}</option>}
            {list && !chosen ? <option value={list.id}>{t("editor.form.list.unknown")}</option> : null}
            {lists?.map((each) => (
              <option key={each.id} value={each.id}>
                {t("editor.form.list.named", { name: each.name, rows: each.rows })}
              </option>
            ))}
          </select>
        )}
      </Field>
      {chosen ? (
        <p className="muted small">
          {withNames((name) =>
            t("editor.form.list.columns", { columns: name(["code", ...chosen.attributes].join(", ")) }),
          )}{" "}
          {list?.version !== undefined && list.version < chosen.version ? (
            <Button small onClick={() => choose({ id: chosen.id, version: chosen.version })}>
              {t("editor.form.list.newer", { version: String(chosen.version) })}
            </Button>
          ) : null}
        </p>
      ) : null}
      <div>
        <input
          ref={file}
          type="file"
          accept=".csv,.geojson,.xml,.zip,text/csv,application/geo+json,application/xml,application/zip"
          hidden
          onChange={({ currentTarget }) => {
            const [sent] = currentTarget.files ?? [];
            if (sent) void send(sent);
            currentTarget.value = "";
          }}
        />
        <Button small busy={upload.isBusy} disabled={!organizationId} onClick={() => file.current?.click()}>
          {t(chosen ? "editor.form.list.renew" : "editor.form.list.upload")}
        </Button>
      </div>
      {upload.problem === undefined ? null : (
        <Banner tone="danger">
          {upload.problem}
          {faults.length > 1 ? (
            <ul>
              {faults.slice(1).map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          ) : null}
        </Banner>
      )}
    </div>
  );
}

/** The lists that formulas look things up in, by their names in formulas. */
export function FormulaLists({ lists }: { lists: readonly ListDraft[] }) {
  const { edit, problems } = useEditor();
  const set = (next: readonly ListDraft[]) => edit((before) => ({ ...before, lists: next }));
  const change = (id: string, changed: Partial<ListDraft>) =>
    set(lists.map((each) => (each.id === id ? { ...each, ...changed } : each)));
  return (
    <section className={`stack gap-12 ${styles.lists}`} aria-labelledby="formula-lists">
      <h4 id="formula-lists">{t("editor.lists")}</h4>
      <p className="muted small">{t("editor.lists.hint")}</p>
      {lists.map(({ id, name, list }, index) => (
        <fieldset key={id} className="stack gap-12">
          <legend className="visually-hidden">{name}</legend>
          <Field label={t("editor.lists.name")} error={problemAt(problems, `/lists/${index}/name`)}>
            {(control) => (
              <input
                {...control}
                type="text"
                autoComplete="off"
                value={name}
                onChange={(event) => change(id, { name: event.currentTarget.value })}
              />
            )}
          </Field>
          <ListChoice
            label={t("editor.lists.list")}
            hint={t("editor.lists.list.hint")}
            error={problemAt(problems, `/lists/${index}/id`) ?? problemAt(problems, `/lists/${index}/version`)}
            list={list}
            onChoose={(chosen) => chosen && change(id, { list: chosen })}
          />
          <Button
            small
            tone="plain"
            className={styles.removal}
            icon={<Trash aria-hidden="true" />}
            onClick={() => set(lists.filter((each) => each.id !== id))}
          >
            {t("editor.lists.remove")}
          </Button>
        </fieldset>
      ))}
      <Button
        small
        className={styles.add}
        icon={<Plus aria-hidden="true" />}
        onClick={() => set([...lists, { id: makeId(), name: "", list: { id: unchosenList } }])}
      >
        {t("editor.lists.add")}
      </Button>
    </section>
  );
}
