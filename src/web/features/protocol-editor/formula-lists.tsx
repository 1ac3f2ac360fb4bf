import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash-2";
import { t } from "../../../../generated/web-texts/editor.ts";
import { unchosenList } from "../../../protocol/lists/list-limits.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { problemAt } from "./draft-problems.ts";
import { useEditor } from "./editor-context.ts";
import styles from "./formula-lists.module.css";
import { ListChoice } from "./list-fields.tsx";
import { type ListDraft, makeId } from "./protocol-draft.ts";

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
            className={styles.remove}
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
