import LayoutGrid from "lucide-react/icons/layout-grid";
import List from "lucide-react/icons/list";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { useId, useState } from "react";
import { t } from "../../../../generated/web-texts/desk.ts";
import { type SampleSort, sampleSorts } from "../../../contract/desk-enums.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { TypedInput } from "../../ui/typed-input.tsx";
import { useMediaQuery, wideScreen } from "../../ui/use-media-query.ts";
import { ViewSwitch } from "../../ui/view-switch.tsx";
import type { DeskView } from "./review-desk.ts";
import { activeNarrowings, without } from "./sample-filter.ts";
import { type FilterProps, SampleFilterFields } from "./sample-filters.tsx";
import styles from "./sample-tools.module.css";

/** Search, filters, order and view. On a phone, the filters are a sheet at the lower edge. */
export function SampleTools({
  view,
  onView,
  ...filters
}: FilterProps & { view: DeskView; onView: (view: DeskView) => void }) {
  const { filter, onChange } = filters;
  const [isOpen, setIsOpen] = useState(false);
  const isWide = useMediaQuery(wideScreen);
  const sheet = useId();
  // The search field shows the words.
  const count = activeNarrowings(filter).filter((name) => name !== "q").length;
  return (
    <div className={`cluster gap-8 ${styles.tools}`}>
      <TypedInput
        type="search"
        className={styles.search}
        aria-label={t("desk.search")}
        placeholder={t("desk.search.hint")}
        maxLength={200}
        value={filter.q}
        onChange={(q, options) => onChange({ ...filter, q }, options)}
      />
      <div className={`row gap-8 shrinks ${styles.line}`}>
        <Button
          icon={<SlidersHorizontal aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={isWide ? sheet : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t("desk.filters")}
          {count > 0 ? (
            <>
              <span className={`small ${styles.count}`} aria-hidden="true">
                {count}
              </span>{" "}
              <span className="visually-hidden">{t("desk.filters.active", { count })}</span>
            </>
          ) : null}
        </Button>
        <select
          className={styles.sort}
          aria-label={t("desk.sort")}
          value={filter.sort}
          onChange={(event) => onChange({ ...filter, sort: event.currentTarget.value as SampleSort })}
        >
          {sampleSorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`desk.sort.${sort}`)}
            </option>
          ))}
        </select>
      </div>
      <div>
        <ViewSwitch
          label={t("desk.view")}
          value={view}
          onChange={onView}
          options={[
            { value: "list", label: t("desk.view.list"), icon: <List aria-hidden="true" /> },
            { value: "grid", label: t("desk.view.grid"), icon: <LayoutGrid aria-hidden="true" /> },
          ]}
        />
      </div>
      {isWide ? (
        isOpen ? (
          <fieldset id={sheet} className={`card pad-16 ${styles.panel}`}>
            <legend className="visually-hidden">{t("desk.filters")}</legend>
            <SampleFilterFields {...filters} />
          </fieldset>
        ) : null
      ) : (
        <ActionDialog
          open={isOpen}
          title={t("desk.filters")}
          onClose={() => setIsOpen(false)}
          className={styles.sheet}
          back={t("desk.filters.clear")}
          onBack={() => onChange(without(filter, "all"))}
          act={t("desk.filters.done")}
          onAct={() => setIsOpen(false)}
        >
          <SampleFilterFields {...filters} />
        </ActionDialog>
      )}
    </div>
  );
}
