/** The violated constraint, if `error` is an integrity error of PostgreSQL (SQLSTATE class 23). */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (typeof code !== "string" || !code.startsWith("23")) return undefined;
  return typeof constraint === "string" ? constraint : undefined;
}
