import { createHash } from "node:crypto";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { errors } from "oidc-provider";
import type { IdentityDb } from "../database/identity-database.ts";

/** Each of these grants access, so the database only stores their digests. */
const heldAsDigest = new Set(["AccessToken", "AuthorizationCode", "RefreshToken"]);

/** Stores the OpenID provider's grants, sessions, codes, refresh tokens and running sign-ins. */
export function payloadStore(
  db: IdentityDb,
  clock: () => Date,
  successorOf: (refreshToken: string) => string,
): (model: string) => Adapter {
  return (model) => new PayloadStore(db, clock, model, successorOf);
}

/** Maximum size of a stored sign-in request, in characters; the app's has about 800. */
const interactionLengthMax = 4_096;

class PayloadStore implements Adapter {
  readonly #db: IdentityDb;
  readonly #clock: () => Date;
  readonly #model: string;
  readonly #successorOf: (refreshToken: string) => string;

  constructor(db: IdentityDb, clock: () => Date, model: string, successorOf: (refreshToken: string) => string) {
    this.#db = db;
    this.#clock = clock;
    this.#model = model;
    this.#successorOf = successorOf;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const kept: AdapterPayload = { ...payload };
    if (heldAsDigest.has(this.#model)) delete kept.jti;
    const text = JSON.stringify(kept);
    if (this.#model === "Interaction" && text.length > interactionLengthMax) {
      throw new errors.InvalidRequest("the parameters are too long");
    }
    const row = {
      payload: text,
      grant_id: payload.grantId ?? null,
      session_uid: this.#model === "Session" ? (payload.uid ?? null) : null,
      account_id: payload.accountId ?? null,
      expires_at: expiresIn ? new Date(this.#clock().getTime() + expiresIn * 1000) : null,
    };
    await this.#db
      .insertInto("oidc_payloads")
      .values({ model: this.#model, id: this.#keyOf(id), consumed_at: null, ...row })
      .onConflict((conflict) => conflict.columns(["model", "id"]).doUpdateSet(row))
      .execute();
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    // Our clients are provider settings; no others exist.
    if (this.#model === "Client") return undefined;
    const row = await this.#live().where("id", "=", this.#keyOf(id)).executeTakeFirst();
    return row && this.#restore(row, id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const row = await this.#live().where("session_uid", "=", uid).executeTakeFirst();
    return row && this.#restore(row, row.id);
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** Marks a payload as used, once: of two parallel exchanges of a code, one fails. */
  async consume(id: string): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable("oidc_payloads")
      .set({ consumed_at: this.#clock() })
      .where("model", "=", this.#model)
      .where("id", "=", this.#keyOf(id))
      .where("consumed_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n && this.#model === "AuthorizationCode") {
      throw new errors.InvalidGrant("authorization code already consumed");
    }
  }

  async destroy(id: string): Promise<void> {
    await this.#db
      .deleteFrom("oidc_payloads")
      .where("model", "=", this.#model)
      .where("id", "=", this.#keyOf(id))
      .execute();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db
      .deleteFrom("oidc_payloads")
      .where("model", "=", this.#model)
      .where("grant_id", "=", grantId)
      .execute();
  }

  #keyOf(id: string): string {
    return heldAsDigest.has(this.#model) ? createHash("sha256").update(id).digest("base64url") : id;
  }

  #live() {
    return this.#db
      .selectFrom("oidc_payloads")
      .select(["id", "payload", "consumed_at"])
      .where("model", "=", this.#model)
      .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", this.#clock())]));
  }

  async #restore(row: { payload: Record<string, unknown>; consumed_at: Date | null }, id: string) {
    const payload: AdapterPayload = { ...row.payload, jti: id };
    if (row.consumed_at && !(await this.#maySucceedAgain(id))) {
      payload.consumed = Math.floor(row.consumed_at.getTime() / 1000);
    }
    return payload;
  }

  /** A used refresh token works until its successor is used, because the client may not have received the reply. */
  async #maySucceedAgain(id: string): Promise<boolean> {
    if (this.#model !== "RefreshToken") return false;
    const usedSuccessor = await this.#db
      .selectFrom("oidc_payloads")
      .select("id")
      .where("model", "=", this.#model)
      .where("id", "=", this.#keyOf(this.#successorOf(id)))
      .where("consumed_at", "is not", null)
      .executeTakeFirst();
    return usedSuccessor === undefined;
  }
}
