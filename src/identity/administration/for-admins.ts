import type { FastifyReply } from "fastify";
import { type Saying, saying } from "../../texts/saying.ts";
import type { VisitHandler } from "../account-page/account-visits.ts";

/** Restricts a handler to administrators. */
export const forAdminsOf =
  (refuse: (reply: FastifyReply, status: number, text: Saying) => FastifyReply) =>
  (handler: VisitHandler): VisitHandler =>
  async (visit, request, reply) =>
    visit.account.groups.includes("admins")
      ? handler(visit, request, reply)
      : refuse(reply, 403, saying("identity.notAccepted.notAuthorized"));
