import { type ComponentProps, useEffect, useMemo, useState } from "react";
import type { Quest } from "../../../contract/quests.ts";
import { specificationForm } from "../../../protocol/default-protocol.ts";
import { asProtocol } from "../../../protocol/written-protocol.ts";
import { useProtocolVersion } from "../../api/quests.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { announce } from "../../components/live-region.tsx";
import { FailedState } from "../../components/message-state.tsx";
import { Loading, Skeleton } from "../../components/skeleton.tsx";
import { t } from "../../texts/field.ts";
import { uploadDraft } from "./upload-draft.ts";
import { UploadForm } from "./upload-form.tsx";

/**
 * The form of a quest's newest protocol. Whoever has begun a data point goes on with the version that they began with, until
 * it is sent or they take the new one.
 */
export function VersionedUploadForm({
  quest,
  onUploaded,
  ...rest
}: { quest: Quest } & Omit<ComponentProps<typeof UploadForm>, "questId" | "protocol" | "protocolVersion">) {
  const { username } = rest;
  const newest = quest.protocol_version ?? 0;
  const draft = useMemo(() => uploadDraft(username, quest.id), [username, quest.id]);
  const [version, setVersion] = useState(() => (draft.isBegun() ? (draft.read().protocolVersion ?? newest) : newest));
  useEffect(() => {
    if (!draft.isBegun()) setVersion(newest);
  }, [draft, newest]);
  const isOlder = version !== newest;
  const older = useProtocolVersion(quest.id, isOlder && version > 0 ? version : undefined);
  const written = isOlder ? older.data : quest.protocol;
  const protocol = useMemo(
    () => (version === 0 ? specificationForm(quest.quest_type) : written ? asProtocol(written) : undefined),
    [version, written, quest.quest_type],
  );

  const takeNewest = () => {
    draft.keepVersion(newest);
    setVersion(newest);
  };
  const takeButton = <Button onClick={takeNewest}>{t("field.version.takeNew")}</Button>;

  return (
    <>
      {isOlder && protocol ? (
        <Banner tone="info" action={takeButton}>
          {t("field.version.older")}
        </Banner>
      ) : null}
      {protocol ? (
        <UploadForm
          {...rest}
          key={version}
          questId={quest.id}
          protocol={protocol}
          protocolVersion={version}
          onUploaded={(dataPoint) => {
            // The form that would say so gives way to the new one.
            if (isOlder) announce(t("field.form.added"));
            setVersion(newest);
            onUploaded(dataPoint);
          }}
        />
      ) : older.error === undefined ? (
        <Loading label={t("app.loading")}>
          <Skeleton height="100dvh" radius="10px" />
        </Loading>
      ) : (
        <>
          <FailedState message={t("field.version.failed")} onRetry={() => void older.mutate()} />
          {takeButton}
        </>
      )}
    </>
  );
}
