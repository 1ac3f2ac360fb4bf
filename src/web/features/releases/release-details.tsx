import type { ReactNode } from "react";
import { Link } from "react-router";
import { rich, t } from "../../../../generated/web-texts/releases.ts";
import { licenceOf } from "../../../contract/desk-enums.ts";
import type { Release, ReleaseContent, ReleaseDetail } from "../../../contract/releases.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { paths } from "../../foundation/paths.ts";
import { CopiedText } from "../../ui/copied-text.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { formatDate } from "../../ui/dates.ts";
import { Loaded } from "../../ui/fetched.tsx";
import { Figure, Figures } from "../../ui/figures.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import { formatCount, formatList, formatNumber } from "../../ui/numbers.ts";
import { Pill, type PillTone } from "../../ui/pill.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./releases.module.css";

export function ReleaseFigures({ content }: { content: ReleaseContent }) {
  const { accepted, volunteers, photos, missing_photos: missing, first_day: first, last_day: last } = content;
  return (
    <section aria-label={t("releases.figures")}>
      <Figures>
        <Figure label={t("releases.accepted")}>{formatCount(accepted)}</Figure>
        <Figure label={t("releases.volunteers")}>{formatCount(volunteers)}</Figure>
        <Figure
          label={t("releases.photos")}
          aside={missing > 0 ? t("releases.photos.missing", { count: missing }) : undefined}
        >
          {formatCount(photos)}
        </Figure>
        <Figure label={t("releases.firstDay")}>
          <time dateTime={first}>{formatDate(first)}</time>
        </Figure>
        <Figure label={t("releases.lastDay")}>
          <time dateTime={last}>{formatDate(last)}</time>
        </Figure>
      </Figures>
    </section>
  );
}

type File = ReleaseDetail["files"][number];

const hashColumn = (): Column<File> => ({
  key: "sha256",
  label: t("releases.file.sha256"),
  cell: ({ sha256 }) => (
    <span className={`small breaks ${styles.hash}`} dir="ltr" translate="no">
      {sha256}
    </span>
  ),
});

export function ReleaseFiles({ files, hasHashes = false }: { files: readonly File[]; hasHashes?: boolean }) {
  return (
    <DataTable
      label={t("releases.files.table")}
      rows={files}
      rowKey={({ name }) => name}
      columns={[
        {
          key: "name",
          label: t("releases.file"),
          kind: "name",
          cell: ({ name, address }) => (
            <a href={address} download={name} translate="no">
              {name}
            </a>
          ),
        },
        { key: "what", label: t("releases.file.what"), cell: ({ format }) => t(`releases.format.${format}`) },
        { key: "size", label: t("releases.file.size"), kind: "number", cell: ({ bytes }) => formatBytes(bytes) },
        ...(hasHashes ? [hashColumn()] : []),
      ]}
    />
  );
}

/** Who made the data, under which licence, and how exact they are. */
export function AboutRelease({ release, content }: { release: ReleaseDetail; content: ReleaseContent }) {
  const { authors, notes, thanks } = release;
  const { photo_licence: ofPhotos, contributors, volunteers, positions } = content;
  const { name, address } = licenceOf(release.licence);
  return (
    <>
      {notes === "" ? null : (
        <p className="keeps-lines" dir="auto">
          {notes}
        </p>
      )}
      {thanks ? (
        <>
          <h3>{t("releases.thanks")}</h3>
          <p className="keeps-lines" dir="auto">
            {thanks}
          </p>
        </>
      ) : null}
      <h3>{t("releases.authors")}</h3>
      <ul className="stack">
        {authors.map((author, index) => (
          // Two authors may have one name, and the list never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} translate="no">
            {author.orcid === undefined ? (
              author.name
            ) : (
              <a
                href={`https://orcid.org/${author.orcid}`}
                rel="noopener"
                aria-label={t("releases.orcid", { name: author.name })}
              >
                {author.name}
              </a>
            )}
          </li>
        ))}
      </ul>
      <p>
        {rich("releases.licence", { link: (words) => <LicenceLink address={address}>{words}</LicenceLink> }, { name })}
      </p>
      {ofPhotos ? (
        <p>
          {rich(
            "releases.licence.photos",
            { link: (words) => <LicenceLink address={ofPhotos.address}>{words}</LicenceLink> },
            { name: ofPhotos.name },
          )}
        </p>
      ) : null}
      <p>{positionWords(positions)}</p>
      <p>{changeWords(release)}</p>
      <p>{contributorWords(contributors, volunteers)}</p>
    </>
  );
}

const LicenceLink = ({ address, children }: { address: string; children: React.ReactNode }) => (
  <a href={address} rel="license noopener">
    {children}
  </a>
);

function contributorWords(contributors: readonly string[], volunteers: number): ReactNode {
  if (contributors.length === 0) return t("releases.contributors.none");
  const names = formatList(contributors);
  return contributors.length < volunteers
    ? withNames((name) => t("releases.contributors", { names: name(names) }))
    : withNames((name) => t("releases.contributors.all", { names: name(names) }));
}

/** The citation, and the same for programs. */
export function CiteRelease({ release }: { release: ReleaseDetail }) {
  const { citation, citations } = release;
  if (citation === null) return null;
  return (
    <>
      <CopiedText label={t("releases.cite.label")}>{citation}</CopiedText>
      <p className="muted">{t("releases.cite.formats")}</p>
      <ul className="cluster across-16">
        {citations.map(({ format, address }) => (
          <li key={format}>
            <a href={address} className="roomy">
              {t(`releases.cite.${format}`)}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const tones: Record<Release["state"], PillTone> = {
  building: "info",
  published: "ok",
  failed: "danger",
  withdrawn: "neutral",
};

/** Its state, how far it is, or why it has no files. */
export function ReleaseState({ release }: { release: Release }) {
  const { state, progress, failure, published_at: publishedAt } = release;
  return (
    <>
      <Pill tone={tones[state]}>{t(`releases.state.${state}`)}</Pill>
      {progress && progress.total > 0 ? (
        <ProgressBar label={t("releases.progress")} value={progress.done} max={progress.total} />
      ) : null}
      {failure ? <p className="muted">{t(`releases.failure.${failure}`)}</p> : null}
      {state === "published" && publishedAt ? <p className="muted">{formatDate(dayOf(publishedAt))}</p> : null}
      {state === "withdrawn" ? (
        <p className="muted" dir="auto">
          {release.withdrawal_reason}
        </p>
      ) : null}
    </>
  );
}

export const dayOf = (instant: string): string => new Date(instant).toISOString().slice(0, 10);

/** What changed since the release before it. */
function changeWords({ number, changes }: Pick<Release, "number" | "changes">): string {
  if (!changes) return t("releases.first");
  return t("releases.changes", { last: number - 1, ...changes });
}

function positionWords(positions: "exact" | "hidden" | number): string {
  if (typeof positions === "string") return t(`releases.positions.${positions}`);
  return t("releases.positions.rounded", { degrees: formatNumber(positions, 3, { atMost: true }) });
}

/** How often a list or page with a release that is being made or deposited is asked for again. */
const buildingMs = 2_000;
export const refreshWhileBuilding = (releases: readonly Release[] | undefined): number =>
  releases?.some(({ state, deposit }) => state === "building" || deposit?.state === "waiting") ? buildingMs : 0;

/** The files of a quest's newest release. */
export function Downloads({ questId }: { questId: number }) {
  const releases = useCall("listReleases", { params: { id: questId } });
  return (
    <Loaded of={releases} height="8rem">
      {(all) => {
        const newest = all.find(({ state }) => state === "published");
        return newest ? (
          <Newest questId={questId} number={newest.number} />
        ) : (
          <p className="muted">{t("releases.downloads.none")}</p>
        );
      }}
    </Loaded>
  );
}

function Newest({ questId, number }: { questId: number; number: number }) {
  const release = useCall("getRelease", { params: { id: questId, number } });
  return (
    <Loaded of={release} height="12rem">
      {({ files, published_at: publishedAt, accepted }) => (
        <>
          <p>
            {t("releases.downloads.lead", {
              number,
              day: publishedAt === null ? "" : formatDate(dayOf(publishedAt)),
              count: accepted ?? 0,
            })}
          </p>
          <ul className="stack card ruled">
            {files.map(({ name, address, format, bytes }) => (
              <li key={name} className={`row center between gap-12 ${styles.file}`}>
                <a href={address} download={name} className="roomy" aria-describedby={`size-${name}`}>
                  {t(`releases.format.${format}`)}
                </a>
                <span id={`size-${name}`} className="muted small nowrap">
                  {formatBytes(bytes)}
                </span>
              </li>
            ))}
          </ul>
          <p>
            <Link to={paths.release(questId, number)} className="roomy">
              {t("releases.downloads.see", { number })}
            </Link>
          </p>
        </>
      )}
    </Loaded>
  );
}
