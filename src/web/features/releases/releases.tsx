import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/releases.ts";
import type { Release } from "../../../contract/releases.ts";
import { call } from "../../foundation/api/client.ts";
import { useClientConfiguration } from "../../foundation/api/configuration.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { paths } from "../../foundation/paths.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Fetched } from "../../ui/fetched.tsx";
import { announce } from "../../ui/live-region.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { DoiDialog, WithdrawReleaseDialog } from "./change-release-dialogs.tsx";
import { PublishReleaseDialog } from "./publish-release-dialog.tsx";
import { ReleaseState, refreshWhileBuilding } from "./release-details.tsx";

type OpenDialog = { kind: "publish" } | { kind: "withdraw" | "doi"; number: number };

/** A quest's releases, for those who may edit it. */
export function Releases({ questId }: { questId: number }) {
  const { data, error, mutate } = useCall(
    "listReleases",
    { params: { id: questId } },
    // A new function, so that it is asked again when the answer changes.
    { refreshInterval: (latest) => refreshWhileBuilding(latest) },
  );
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const done = (notice: string) => {
    close();
    announce(notice);
    void mutate();
  };
  const archive = useClientConfiguration().data?.archive_url;
  const depositing = useAction((reason) => t("releases.deposit.notStarted", { reason }));
  const deposit = (number: number) =>
    void depositing.run(async () => {
      await call("depositRelease", { params: { id: questId, number } });
      done(t("releases.deposit.started", { number, archive: archiveName(archive ?? "") }));
    });
  return (
    <>
      <p className="muted">{t("releases.desk.lead")}</p>
      <Banner tone="danger">{depositing.problem}</Banner>
      <Fetched items={data} error={error} onRetry={() => void mutate()} empty={t("releases.desk.none")}>
        {(items) => (
          <DataTable
            label={t("releases.desk.table")}
            rows={items}
            rowKey={({ number }) => number}
            columns={[
              { key: "number", label: t("releases.desk.number"), kind: "name", cell: ReleaseLink },
              {
                key: "state",
                label: t("releases.desk.state"),
                cell: (release) => (
                  <>
                    <ReleaseState release={release} />
                    <DepositState release={release} />
                  </>
                ),
              },
              {
                key: "actions",
                label: t("releases.desk.actions"),
                kind: "action",
                cell: (release) => (
                  <Actions
                    release={release}
                    archive={archive ? archiveName(archive) : undefined}
                    isBusy={depositing.isBusy}
                    onDeposit={() => deposit(release.number)}
                    onOpen={(kind) => setDialog({ kind, number: release.number })}
                  />
                ),
              },
            ]}
          />
        )}
      </Fetched>
      {data ? (
        <div>
          <Button icon={<Plus aria-hidden="true" />} onClick={() => setDialog({ kind: "publish" })}>
            {t("releases.desk.add")}
          </Button>
        </div>
      ) : null}
      {dialog?.kind === "publish" ? (
        <PublishReleaseDialog
          questId={questId}
          onClose={close}
          onStarted={(number) => done(t("releases.new.started", { number }))}
        />
      ) : null}
      {dialog?.kind === "withdraw" ? (
        <WithdrawReleaseDialog
          questId={questId}
          number={dialog.number}
          onClose={close}
          onDone={() => done(t("releases.withdraw.done", { number: dialog.number }))}
        />
      ) : null}
      {dialog?.kind === "doi" ? (
        <DoiDialog
          questId={questId}
          number={dialog.number}
          onClose={close}
          onDone={() => done(t("releases.doi.done", { number: dialog.number }))}
        />
      ) : null}
    </>
  );
}

function ReleaseLink({ quest_id: id, number }: Release) {
  return <Link to={paths.release(id, number)}>{t("releases.desk.open", { number })}</Link>;
}

function Actions({
  release: { number, state, doi, deposit },
  archive,
  isBusy,
  onDeposit,
  onOpen,
}: {
  release: Release;
  archive: string | undefined;
  isBusy: boolean;
  onDeposit: () => void;
  onOpen: (kind: "withdraw" | "doi") => void;
}) {
  if (state !== "published") return null;
  const needsDoi = doi === null && deposit?.state !== "waiting";
  return (
    <div className="cluster gap-8">
      {needsDoi && archive !== undefined ? (
        <Button small aria-label={t("releases.desk.depositOf", { number, archive })} busy={isBusy} onClick={onDeposit}>
          {t("releases.desk.deposit", { archive })}
        </Button>
      ) : null}
      {needsDoi ? (
        <Button small aria-label={t("releases.desk.doiOf", { number })} onClick={() => onOpen("doi")}>
          {t("releases.desk.doi")}
        </Button>
      ) : null}
      <Button small aria-label={t("releases.desk.withdrawOf", { number })} onClick={() => onOpen("withdraw")}>
        {t("releases.desk.withdraw")}
      </Button>
    </div>
  );
}

const archiveName = (url: string): string => new URL(url).host;

/** A release's DOI, or how its deposit at an archive is. */
function DepositState({ release: { doi, deposit } }: { release: Release }) {
  if (doi !== null) {
    return (
      <p className="muted">
        <a href={`https://doi.org/${doi}`} rel="noopener" dir="ltr" translate="no">
          {doi}
        </a>
      </p>
    );
  }
  if (!deposit) return null;
  const { state, progress, failure, answer } = deposit;
  const archive = archiveName(deposit.archive);
  return (
    <>
      {state === "waiting" ? (
        <p className="muted">
          {withNames((name) =>
            t(progress ? "releases.deposit.sending" : "releases.deposit.waiting", { archive: name(archive) }),
          )}
        </p>
      ) : null}
      {progress ? (
        <ProgressBar label={t("releases.deposit.progress")} value={progress.done} max={progress.total} />
      ) : null}
      {failure ? (
        <p className="muted">
          {withNames((name) =>
            t(`releases.deposit.failure.${failure}`, { archive: name(archive), answer: answer ?? "" }),
          )}
        </p>
      ) : null}
    </>
  );
}
