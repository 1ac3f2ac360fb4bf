import type { Field, NamedList } from "../../protocol/field.ts";
import type { Db } from "../database/connection.ts";
import { pinLists } from "../lists/pin-lists.ts";
import { pinMedia } from "../media/pin-media.ts";

/** Sets what only the database knows about a protocol's lists, pictures and sounds. @throws DomainError as `pinLists` and `pinMedia` */
export const pinProtocol = async <P extends { fields: Field[]; lists?: NamedList[] | undefined }>(
  db: Db,
  organizationId: number,
  protocol: P,
): Promise<P> => pinMedia(db, organizationId, await pinLists(db, organizationId, protocol));
