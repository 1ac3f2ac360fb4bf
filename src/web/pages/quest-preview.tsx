import ClipboardList from "lucide-react/icons/clipboard-list";
import FileText from "lucide-react/icons/file-text";
import Monitor from "lucide-react/icons/monitor";
import Smartphone from "lucide-react/icons/smartphone";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { t } from "../../../generated/web-texts/life.ts";
import { t as questText } from "../../../generated/web-texts/quest.ts";
import { findJoinObstacle } from "../../contract/joining-rules.ts";
import type { Quest } from "../../contract/quests.ts";
import { specificationForm } from "../../protocol/default-protocol.ts";
import type { Protocol } from "../../protocol/field.ts";
import { PreviewMeasurement } from "../capture/measuring/preview-measurement.ts";
import { UploadForm } from "../features/data-points/upload-form.tsx";
import view from "../features/quests/quest-view.module.css";
import { QuestView } from "../features/quests/quest-view.tsx";
import { deadlineDay } from "../foundation/api/server-clock.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ViewSwitch } from "../ui/view-switch.tsx";
import { WhenFetched } from "../ui/when-fetched.tsx";
import styles from "./quest-preview.module.css";

const none: readonly never[] = [];

/** The quest as a volunteer sees it, on a phone and at a desk. Nothing is kept or sent. */
export function QuestPreview({
  quest,
  protocol,
  onClose,
}: {
  /** The quest as typed. */
  quest: Quest;
  /** The protocol as typed; null for the standard form. */
  protocol: Protocol | null;
  onClose: () => void;
}) {
  const [device, setDevice] = useState<"phone" | "desk">("phone");
  const [shows, setShows] = useState<"quest" | "form">("quest");
  const asked = protocol ?? specificationForm(quest.quest_type);
  const openToday: Quest = {
    ...quest,
    quest_status: "ACCEPTING_APPLICATIONS",
    protocol: protocol && ({ ...protocol, version: 1 } as Quest["protocol"]),
    protocol_version: protocol && 1,
    target_count: asked.target_count ?? null,
  };
  const obstacle = findJoinObstacle(openToday, deadlineDay());
  return (
    <Dialog open title={t("life.preview.title")} onClose={onClose} widthPx={1400}>
      <p className="muted">{t("life.preview.hint")}</p>
      <div className={`cluster ${styles.choices}`}>
        <ViewSwitch
          label={t("life.preview.device")}
          value={device}
          options={[
            { value: "phone", label: t("life.preview.phone"), icon: <Smartphone aria-hidden="true" /> },
            { value: "desk", label: t("life.preview.desk"), icon: <Monitor aria-hidden="true" /> },
          ]}
          onChange={setDevice}
        />
        <ViewSwitch
          label={t("life.preview.page")}
          value={shows}
          options={[
            { value: "quest", label: t("life.preview.quest"), icon: <FileText aria-hidden="true" /> },
            { value: "form", label: t("life.preview.form"), icon: <ClipboardList aria-hidden="true" /> },
          ]}
          onChange={setShows}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that keys must reach it */}
      <section className={styles.room} tabIndex={0} aria-label={t("life.preview.title")}>
        <DeviceFrame title={t("life.preview.title")} className={styles[device]}>
          <WhenFetched>
            {shows === "quest" ? (
              <div className={`stack gap-16 pad-16 ${view.page}`}>
                <QuestView quest={openToday} canShare={false}>
                  {obstacle ? (
                    <p className={`row gap-8 strong ${view.closed}`}>{questText(`quest.closed.${obstacle}`)}</p>
                  ) : null}
                  <div className={view.action}>
                    <Button tone="next" wide onClick={() => setShows("form")}>
                      {questText("quest.apply")}
                    </Button>
                  </div>
                </QuestView>
              </div>
            ) : (
              <FormPreview quest={quest} protocol={asked} isOwn={protocol !== null} />
            )}
          </WhenFetched>
        </DeviceFrame>
      </section>
    </Dialog>
  );
}

function FormPreview({ quest, protocol, isOwn }: { quest: Quest; protocol: Protocol; isOwn: boolean }) {
  const [isSaved, setIsSaved] = useState(false);
  const measurement = useMemo(() => new PreviewMeasurement(() => setIsSaved(true)), []);
  const [latitude, longitude] = quest.locations[0]?.coordinates ?? [];
  return (
    <div className={`stack gap-16 pad-16 ${styles.form}`}>
      {isSaved ? (
        <Banner tone="info" onClose={() => setIsSaved(false)}>
          {t("life.preview.saved")}
        </Banner>
      ) : null}
      <UploadForm
        measurement={measurement}
        protocol={protocol}
        protocolVersion={isOwn ? 1 : 0}
        ownPoints={none}
        waiting={none}
        ownPlaces={none}
        near={latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }}
      />
    </div>
  );
}

/** Content in a window of its own, so that style sheets see the device's size. Links lead nowhere. */
function DeviceFrame({
  title,
  className,
  children,
}: {
  title: string;
  className: string | undefined;
  children: ReactNode;
}) {
  const [inner, setInner] = useState<Document>();
  const takeDocument = useCallback((frame: HTMLIFrameElement | null) => {
    setInner(frame?.contentDocument ?? undefined);
  }, []);
  useEffect(() => (inner ? dressAlike(inner) : undefined), [inner]);
  return (
    <iframe
      title={title}
      className={className}
      srcDoc="<!doctype html>"
      ref={takeDocument}
      onLoad={(event) => setInner(event.currentTarget.contentDocument ?? undefined)}
    >
      {inner?.body ? createPortal(children, inner.body) : null}
    </iframe>
  );
}

/** Language, direction and style sheets of this page, also those that arrive later. */
function dressAlike(inner: Document): () => void {
  const { lang, dir } = document.documentElement;
  Object.assign(inner.documentElement, { lang, dir });
  const copyStyles = () => {
    const styles = [...document.head.querySelectorAll("link[rel=stylesheet], style")];
    const known = new Set([...inner.head.children].map((each) => each.outerHTML));
    for (const style of styles) {
      if (!known.has(style.outerHTML)) inner.head.append(inner.importNode(style, true));
    }
  };
  const holdLinks = (event: Event) => {
    if ((event.target as Element).closest?.("a")) event.preventDefault();
  };
  copyStyles();
  const observer = new MutationObserver(copyStyles);
  observer.observe(document.head, { childList: true });
  inner.addEventListener("click", holdLinks, true);
  return () => {
    observer.disconnect();
    inner.removeEventListener("click", holdLinks, true);
  };
}
