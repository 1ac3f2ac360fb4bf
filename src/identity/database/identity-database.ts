import { type ColumnType, type Generated, type JSONColumnType, Kysely, PostgresDialect } from "kysely";
import type pg from "pg";

type Defaulted<T> = ColumnType<T, T | undefined, T>;

export type AuditAction =
  | "add-factor"
  | "create"
  | "disable"
  | "enable"
  | "remove"
  | "remove-factor"
  | "renew-recovery-codes"
  | "reset-factors"
  | "set-groups"
  | "set-password"
  | "sign-out-everywhere"
  | "sign-up";

export type IdentityTables = {
  accounts: {
    id: string;
    username: string;
    email: string;
    email_verified: Defaulted<boolean>;
    display_name: string | null;
    enabled: Defaulted<boolean>;
    token_version: Defaulted<number>;
    created_at: Defaulted<Date>;
    updated_at: Defaulted<Date>;
  };
  former_usernames: {
    username: string;
    account_id: string;
    removed_at: Defaulted<Date>;
    deletes_unaccepted: Defaulted<boolean>;
    told_at: Date | null;
  };
  passwords: { account_id: string; password_hash: string; must_change: Defaulted<boolean>; set_at: Defaulted<Date> };
  account_groups: { account_id: string; group_name: string };
  sign_ups: {
    id: string;
    interaction_id: string;
    username: string;
    email: string;
    password_hash: string;
    account_id: string | null;
    terms_version: string | null;
    created_at: Date;
    expires_at: Date;
  };
  codes: {
    id: string;
    purpose: string;
    subject_id: string;
    code_hash: string;
    link_hash: string | null;
    attempts_left: number;
    sends: Defaulted<number>;
    sent_at: Date;
    expires_at: Date;
  };
  attempts: { key: string; count: number; window_ends_at: Date };
  oidc_payloads: {
    model: string;
    id: string;
    payload: JSONColumnType<Record<string, unknown>>;
    grant_id: string | null;
    session_uid: string | null;
    account_id: string | null;
    created_at: Defaulted<Date>;
    consumed_at: Date | null;
    expires_at: Date | null;
  };
  ended_sessions: { grant_id: string; account_id: string | null; ended_at: Defaulted<Date> };
  flow_steps: {
    interaction_id: string;
    kind: "challenge" | "password-reset" | "kept-password";
    account_id: string | null;
    data: JSONColumnType<Record<string, unknown>>;
    expires_at: Date;
  };
  session_proofs: { session_uid: string; expires_at: Date };
  shown_pages: { id: string; browser: string; address: string; page: string; expires_at: Date };
  terms_agreements: { account_id: string; version: string; agreed_at: Date };
  signing_keys: {
    kid: string;
    /** JSON, encrypted. */
    private_jwk: string;
    created_at: Defaulted<Date>;
    retired_at: Date | null;
  };
  /** `value` is encrypted. */
  secrets: { purpose: string; value: string; created_at: Defaulted<Date> };
  second_factors: {
    account_id: string;
    kind: "software_token" | "text_message";
    /** Encrypted for a software token; the phone number for text messages. */
    secret: string;
    confirmed_at: Date | null;
    last_used_step: string | null;
    created_at: Defaulted<Date>;
  };
  recovery_codes: { account_id: string; code_hash: string; used_at: Date | null };
  devices: {
    id: string;
    account_id: string;
    cookie_hash: string;
    name: string;
    remembered: Defaulted<boolean>;
    grant_id: string | null;
    created_at: Defaulted<Date>;
    last_seen_at: Defaulted<Date>;
  };
  account_audit: {
    id: Generated<string>;
    at: Defaulted<Date>;
    actor: string;
    action: AuditAction;
    username: string;
    detail: JSONColumnType<Record<string, unknown>>;
  };
};

/** The identity tables, or a transaction on them. */
export type IdentityDb = Kysely<IdentityTables>;

/** Whether a query finds or changes a row. */
export const isFound = async (query: { executeTakeFirst: () => Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

/** The identity schema on a pool that the caller owns and closes. */
export function identityDatabase(pool: pg.Pool): IdentityDb {
  return new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool }) }).withSchema("identity");
}

/** The identity schema as seen by somebody else's transaction on the same database. */
export const identityTables = <Tables>(tx: Kysely<Tables>): IdentityDb =>
  tx.withSchema("identity") as unknown as IdentityDb;

/**
 * Runs `work` in a transaction, or in the current one. Avoid file access, network calls and password hashing inside:
 * they would block a connection.
 */
export function transaction<Result>(db: IdentityDb, work: (tx: IdentityDb) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** The constraint that a statement violated; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("constraint" in error)) return undefined;
  return typeof error.constraint === "string" ? error.constraint : undefined;
}
