import RefreshCw from "lucide-react/icons/refresh-cw";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Workbox } from "workbox-window";
import { t } from "../../../generated/web-texts/offline.ts";
import { useClientConfiguration } from "../foundation/api/configuration.ts";
import { makeEmitter } from "../foundation/events/emitter.ts";
import { keepCurrentLanguage } from "../foundation/texts/keep-language.ts";
import { Button } from "../ui/button.tsx";
import { useOnline } from "../ui/use-online.ts";
import { useIsPartLate } from "../ui/when-fetched.tsx";
import { begunFormLock, isFormBegunHere, onBegunFormChange } from "./begun-form.ts";
import styles from "./later-bars.module.css";

/** `waiting`: installed but not active. `in-use`: another tab has activated it; this tab still runs the old one. */
type VersionState = "none" | "waiting" | "in-use";

const checkEveryMs = 60 * 60 * 1000;
const takeOverTimeoutMs = 10_000;

let worker: Workbox | undefined;
let newVersion: VersionState = "none";
const versionChange = makeEmitter();

function set(next: VersionState): void {
  newVersion = next;
  versionChange.emit();
}

const currentNewVersion = (): VersionState => newVersion;

const onNewVersion = versionChange.listen;

/** Registers the service worker once, and checks for a new version when the app becomes visible. */
function keepAppOnDevice(): void {
  if (worker || !("serviceWorker" in navigator)) return;
  const registered = new Workbox("/service-worker.js");
  worker = registered;
  registered.addEventListener("waiting", () => set("waiting"));
  registered.addEventListener("controlling", ({ isUpdate }) => {
    if (isUpdate) set("in-use");
  });
  // Some browsers' private windows have no service workers.
  registered.register().catch((error: unknown) => console.warn("The app is not kept on this device.", error));

  let checkedAtMs = Date.now();
  const check = () => {
    if (document.visibilityState !== "visible" || Date.now() - checkedAtMs < checkEveryMs) return;
    checkedAtMs = Date.now();
    lookForNewVersion();
  };
  document.addEventListener("visibilitychange", check);
  window.addEventListener("online", check);
}

function lookForNewVersion(): void {
  worker?.update().catch(() => {
    // Offline.
  });
}

/** Reloads the page with the new version. @returns false if a form is unfinished in any tab */
function showNewVersion(): Promise<boolean> {
  return unlessFormBegun(async () => {
    if (newVersion === "waiting" && worker) await takeOver(worker);
    window.location.reload();
  });
}

function takeOver(waiting: Workbox): Promise<void> {
  return new Promise((resolve) => {
    waiting.addEventListener("controlling", () => resolve());
    setTimeout(resolve, takeOverTimeoutMs);
    waiting.messageSkipWaiting();
  });
}

/** @returns whether `work` ran; it does not while a form is unfinished in any tab */
async function unlessFormBegun(work: () => Promise<void>): Promise<boolean> {
  if (isFormBegunHere()) return false;
  if (!navigator.locks) {
    await work();
    return true;
  }
  return navigator.locks.request(begunFormLock, { ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    await work();
    return true;
  });
}

/** Offers a new version, unless a form is unfinished or the device is offline; says that a part of the page is missing. */
export function LaterBars() {
  const newVersion = useSyncExternalStore(onNewVersion, currentNewVersion);
  const isFormBegun = useSyncExternalStore(onBegunFormChange, isFormBegunHere);
  const isOnline = useOnline();
  const isPartLate = useIsPartLate();
  useEffect(keepAppOnDevice, []);
  useEffect(() => {
    // A new release no longer has the parts of older ones.
    if (isPartLate) lookForNewVersion();
  }, [isPartLate]);
  const { data: configuration } = useClientConfiguration();
  const languages = configuration?.languages;
  useEffect(() => {
    // Without a connection, the next start tries again.
    if (languages) void keepCurrentLanguage(languages).catch(console.error);
  }, [languages]);
  const offersVersion = newVersion !== "none" && !isFormBegun;
  return (
    <div role="status">
      {!isOnline ? null : offersVersion ? <NewVersion /> : isPartLate ? <LatePart canReload={!isFormBegun} /> : null}
    </div>
  );
}

function NewVersion() {
  const [mustWait, setMustWait] = useState(false);
  const update = async () => setMustWait(!(await showNewVersion()));
  return (
    <div className={`cluster center gap-8 across-12 ${styles.bar}`}>
      <RefreshCw aria-hidden="true" />
      <p>{t(mustWait ? "offline.update.later" : "offline.update.ready")}</p>
      <Button small onClick={() => void update()}>
        {t("offline.update.now")}
      </Button>
    </div>
  );
}

/** Without a signal, a reload could take a begun form away. */
function LatePart({ canReload }: { canReload: boolean }) {
  return (
    <div className={`cluster center gap-8 across-12 ${styles.bar} ${styles.floats}`}>
      <RefreshCw aria-hidden="true" />
      <p>{t("offline.part.late")}</p>
      {canReload ? (
        <Button small onClick={() => window.location.reload()}>
          {t("offline.part.reload")}
        </Button>
      ) : null}
    </div>
  );
}
