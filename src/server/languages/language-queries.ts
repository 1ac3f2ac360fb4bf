import { chooseOffered, type Texts, textsOf } from "../../texts/texts-of.ts";
import type { AccountKey } from "../auth/identity.ts";
import type { Db } from "../database/connection.ts";

/** Null if the volunteer has chosen none yet. */
export async function findLanguage(db: Db, username: string): Promise<string | null> {
  const row = await db.selectFrom("adventurers").select("language").where("id", "=", username).executeTakeFirst();
  return row?.language ?? null;
}

/** The language to write to an account in, which may have no volunteer yet. */
export async function findLanguageOfAccount(db: Db, { issuer, subject }: AccountKey): Promise<string | null> {
  const ofAccount = db.selectFrom("adventurers").select("language").where("issuer", "=", issuer);
  return (await ofAccount.where("subject", "=", subject).executeTakeFirst())?.language ?? null;
}

/** Nothing without a volunteer, who gets the language of the device with the first sign-in to the app. */
export async function setLanguageOfAccount(db: Db, { issuer, subject }: AccountKey, language: string): Promise<void> {
  await db
    .updateTable("adventurers")
    .set({ language })
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .execute();
}

export async function setLanguage(db: Db, username: string, language: string): Promise<void> {
  await db.updateTable("adventurers").set({ language }).where("id", "=", username).execute();
}

/** Texts for what is written to a volunteer without a request. */
export async function findTextsOf(db: Db, username: string): Promise<Texts> {
  return textsOf(chooseOffered({ chosen: (await findLanguage(db, username)) ?? undefined }));
}
