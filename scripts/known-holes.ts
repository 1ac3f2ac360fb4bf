/** A package with a known vulnerability. */
export type KnownHole = { name: string; severity: string; title: string };

export type AuditResult = { ran: true; holes: KnownHole[] } | { ran: false; why: string };

type AuditReport = {
  message?: string;
  error?: { summary?: string };
  vulnerabilities?: Record<string, { name: string; severity: string; via: (string | { title?: string })[] }>;
};

/**
 * Parses the output of `npm audit --json`. A registry without advisories answers with an error or nothing: the check
 * then didn't run, which differs from "nothing found".
 */
export function readAudit(output: string): AuditResult {
  let report: AuditReport;
  try {
    report = JSON.parse(output) as AuditReport;
  } catch {
    return { ran: false, why: "npm printed no report" };
  }
  const { vulnerabilities } = report;
  if (!vulnerabilities) {
    return { ran: false, why: report.error?.summary || report.message || "the registry gave no advisories" };
  }
  const holes = Object.values(vulnerabilities).map(({ name, severity, via }) => ({
    name,
    severity,
    title: via.map((cause) => (typeof cause === "string" ? `by way of ${cause}` : (cause.title ?? ""))).join("; "),
  }));
  return { ran: true, holes };
}

type Lock = { packages: Record<string, { version?: string; deprecated?: string }> };

/** Deprecated packages in the lock file; needs no registry. */
export function findDeprecated(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([, { deprecated }]) => deprecated)
    .map(([path, { version, deprecated }]) => `${path.replace(/^.*node_modules\//, "")} ${version}: ${deprecated}`);
}
