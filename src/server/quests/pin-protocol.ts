import type { Field, NamedList } from "../../protocol/field.ts";
import type { Db } from "../database/connection.ts";
import { pinLists } from "../lists/pin-lists.ts";
import { pinPictures } from "../pictures/pin-pictures.ts";

/** Sets what only the database knows about a protocol's lists and pictures. @throws DomainError as `pinLists` and `pinPictures` */
export const pinProtocol = async <P extends { fields: Field[]; lists?: NamedList[] | undefined }>(
  db: Db,
  organizationId: number,
  protocol: P,
): Promise<P> => pinPictures(db, organizationId, await pinLists(db, organizationId, protocol));
