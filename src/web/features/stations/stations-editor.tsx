import { type FormEvent, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/stations-desk.ts";
import type { FieldError } from "../../../contract/errors.ts";
import { stationRepeatDaysMax } from "../../../contract/limits.ts";
import type { TeamStation } from "../../../contract/stations.ts";
import { ApiError } from "../../foundation/api/api-error.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/fetched.tsx";
import { Field } from "../../ui/field.tsx";
import { Instant } from "../../ui/instant.tsx";
import { announce } from "../../ui/live-region.tsx";
import { NumberInput } from "../../ui/number-input.tsx";
import { nameOf } from "../../ui/station-name.ts";
import { withNames } from "../../ui/verbatim.tsx";
import { StationDialog } from "./station-dialog.tsx";
import { StationSeriesCharts } from "./station-series.tsx";
import styles from "./stations.module.css";

const explain = (reason: string) => t("stations.desk.problem", { reason });

type Opened = { kind: "edit"; station: TeamStation | undefined } | { kind: "series" | "delete"; station: TeamStation };

/** A quest's stations for its team: one by one, or by file. */
export function StationsEditor({
  questId,
  near,
  repeatDays,
  stations,
  onChange,
}: {
  questId: number;
  near: [number, number] | undefined;
  repeatDays: number | null;
  stations: readonly TeamStation[];
  onChange: () => Promise<unknown>;
}) {
  const { problem, run, dismiss } = useAction(explain);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const changed = async () => {
    await onChange();
    close();
  };
  const setRetired = ({ id, code, name, latitude, longitude, description }: TeamStation, retired: boolean) =>
    run(async () => {
      const body = { code, name, latitude, longitude, description, retired };
      await call("changeStation", { params: { id: questId, station: id }, body });
      await onChange();
    });
  const actionsOf = (station: TeamStation) => {
    const isRetired = station.retired_at !== undefined;
    const button = (action: string, onClick: () => void) => (
      <Button small onClick={onClick} aria-label={t("stations.desk.of", { action, station: nameOf(station) })}>
        {action}
      </Button>
    );
    return (
      <span className="cluster center gap-8">
        {button(t("stations.desk.edit"), () => setOpened({ kind: "edit", station }))}
        {station.data_point_count > 0
          ? button(t("stations.desk.series"), () => setOpened({ kind: "series", station }))
          : null}
        {button(
          t(isRetired ? "stations.desk.reopen" : "stations.desk.retire"),
          () => void setRetired(station, !isRetired),
        )}
        {station.data_point_count === 0
          ? button(t("stations.desk.delete"), () => setOpened({ kind: "delete", station }))
          : null}
      </span>
    );
  };
  const columns: Column<TeamStation>[] = [
    {
      key: "code",
      label: t("stations.desk.code"),
      kind: "name",
      isVerbatim: true,
      cell: ({ code }) => code,
      sortBy: ({ code }) => code,
    },
    {
      key: "name",
      label: t("stations.desk.name"),
      cell: ({ name, retired_at }) => (retired_at ? `${name} (${t("stations.desk.retired")})` : name),
      sortBy: ({ name }) => name,
    },
    {
      key: "points",
      label: t("stations.desk.points"),
      kind: "number",
      cell: ({ data_point_count }) => data_point_count,
      sortBy: ({ data_point_count }) => data_point_count,
    },
    {
      key: "last",
      label: t("stations.desk.last"),
      cell: ({ measured_at }) => (measured_at ? <Instant of={measured_at} /> : t("stations.desk.never")),
      sortBy: ({ measured_at = "" }) => measured_at,
    },
    { key: "actions", label: t("stations.desk.actions"), kind: "action", cell: actionsOf },
  ];
  return (
    <div className="stack gap-12 shrinks wide">
      <Banner tone="danger" onClose={dismiss}>
        {problem}
      </Banner>
      <RepeatForm questId={questId} repeatDays={repeatDays} onChange={onChange} />
      <FileForm questId={questId} onChange={onChange} />
      <p className="cluster center gap-8">
        <Button tone="primary" onClick={() => setOpened({ kind: "edit", station: undefined })}>
          {t("stations.desk.add")}
        </Button>
        <span>{t("stations.desk.count", { count: stations.length })}</span>
      </p>
      {stations.length === 0 ? (
        <p>{t("stations.desk.none")}</p>
      ) : (
        <DataTable label={t("stations.desk.title")} rows={stations} rowKey={({ id }) => id} columns={columns} />
      )}
      {opened?.kind === "edit" ? (
        <StationDialog questId={questId} near={near} station={opened.station} onClose={close} onSaved={changed} />
      ) : null}
      {opened?.kind === "delete" ? (
        <DeleteStationDialog questId={questId} station={opened.station} onClose={close} onDeleted={changed} />
      ) : null}
      {opened?.kind === "series" ? <SeriesDialog questId={questId} station={opened.station} onClose={close} /> : null}
    </div>
  );
}

function RepeatForm({
  questId,
  repeatDays,
  onChange,
}: {
  questId: number;
  repeatDays: number | null;
  onChange: () => Promise<unknown>;
}) {
  const { isBusy, problem, run } = useAction(explain);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const days = String(new FormData(event.currentTarget).get("days") ?? "").trim();
    const repeat_days = days === "" ? null : Number(days);
    void run(async () => {
      await call("setStationRepeat", { params: { id: questId }, body: { repeat_days } });
      await onChange();
      announce(t("stations.desk.repeat.saved"));
    });
  };
  return (
    <form className={`cluster gap-8 ${styles.repeat}`} onSubmit={save} noValidate>
      <Field label={t("stations.desk.repeat")} hint={t("stations.desk.repeat.hint")} error={problem}>
        {(control) => (
          <NumberInput {...control} name="days" min={1} max={stationRepeatDaysMax} defaultValue={repeatDays ?? ""} />
        )}
      </Field>
      <Button type="submit" busy={isBusy}>
        {t("stations.desk.repeat.save")}
      </Button>
    </form>
  );
}

function FileForm({ questId, onChange }: { questId: number; onChange: () => Promise<unknown> }) {
  const { isBusy, problem, run } = useAction(explain);
  const [done, setDone] = useState<string>();
  const [faults, setFaults] = useState<readonly FieldError[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const send = (file: File) =>
    run(async () => {
      setDone(undefined);
      setFaults([]);
      try {
        const result = await call("importStations", { params: { id: questId }, body: {}, files: { file } });
        setDone(t("stations.desk.file.done", result));
        await onChange();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "validation_failed") throw error;
        setFaults(error.fieldErrors);
      }
    });
  return (
    <div>
      <Field label={t("stations.desk.file")} hint={t("stations.desk.file.hint")} error={problem}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            accept=".csv,text/csv"
            disabled={isBusy}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              // The same file again, once it is corrected.
              event.currentTarget.value = "";
              if (file) void send(file);
            }}
          />
        )}
      </Field>
      <div role="status">
        <Banner tone="ok">{done}</Banner>
        {faults.length === 0 ? null : (
          <Banner tone="danger">
            <p>{t("stations.desk.file.wrong")}</p>
            <ul>
              {faults.map(({ path, message }) => (
                <li key={`${path} ${message}`}>{`${path}: ${message}`}</li>
              ))}
            </ul>
          </Banner>
        )}
      </div>
    </div>
  );
}

/** What was measured at a station, for the team. */
function SeriesDialog({ questId, station, onClose }: { questId: number; station: TeamStation; onClose: () => void }) {
  const series = useCall("getStationSeries", { params: { id: questId, station: station.id } });
  return (
    <Dialog open title={nameOf(station)} onClose={onClose} widthPx={720}>
      <Loaded of={series} height="20rem">
        {(loaded) => <StationSeriesCharts series={loaded} />}
      </Loaded>
    </Dialog>
  );
}

/** Asks before a station is deleted. */
function DeleteStationDialog({
  questId,
  station,
  onClose,
  onDeleted,
}: {
  questId: number;
  station: TeamStation;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}) {
  const action = useAction((reason) => t("stations.desk.problem", { reason }));
  const remove = async () => {
    await call("deleteStation", { params: { id: questId, station: station.id } });
    await onDeleted();
  };
  return (
    <ActionDialog
      title={withNames((name) =>
        t("stations.desk.of", { action: t("stations.desk.delete"), station: name(nameOf(station)) }),
      )}
      onClose={onClose}
      back={t("stations.desk.delete.keep")}
      act={t("stations.desk.delete")}
      tone="danger"
      action={action}
      onAct={remove}
    >
      <p>{t("stations.desk.delete.text")}</p>
    </ActionDialog>
  );
}
