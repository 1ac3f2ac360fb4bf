import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { saying } from "../../texts/saying.ts";
import { accountPageRoutes, type Visit, type VisitHandler } from "../account-page/account-visits.ts";
import { findProofError, provenRoutes } from "../account-page/proven-routes.ts";
import type { Account } from "../accounts/account-queries.ts";
import { AccountInputError } from "../accounts/account-rules.ts";
import { temporaryPassword } from "../accounts/passwords.ts";
import { StillNeededError } from "../accounts/still-needed.ts";
import type { IdentityContext } from "../context.ts";
import { deletesUnaccepted } from "../pages/deletion.ts";
import { formText, sendPage } from "../pages/form.ts";
import { danger, type Notice, sendMessage } from "../pages/layout.ts";
import { assignableGroups, isAssignable } from "./groups.ts";
import { deletePersonPage, newPersonPage, peoplePage, peopleSorts, personPage } from "./people-pages.ts";

const pageSize = 50;

type PersonHandler = (
  visit: Visit,
  person: Account,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** All accounts, for administrators: roles, access, passwords and the audit trail. */
export function peopleRoutes(app: FastifyInstance, context: IdentityContext): void {
  const { accounts, secondFactors, policy, homeUrl } = context;
  const { get, refuse } = accountPageRoutes(app, context);
  const { post } = provenRoutes(app, context);

  const forAdmins =
    (handler: VisitHandler): VisitHandler =>
    async (visit, request, reply) =>
      visit.account.groups.includes("admins")
        ? handler(visit, request, reply)
        : refuse(reply, 403, saying("identity.notAccepted.notAuthorized"));

  const forPerson = (handler: PersonHandler) =>
    forAdmins(async (visit, request, reply) => {
      const person = await accounts.find((request.params as { username: string }).username);
      if (!person) return refuse(reply, 404, saying("identity.notAccepted.noSuchAccount"));
      return handler(visit, person, request, reply);
    });

  /** Excludes one's own account: locking oneself out can't be undone. */
  const forOthers = (handler: PersonHandler) =>
    forPerson(async (visit, person, request, reply) =>
      person.id === visit.account.id
        ? showPerson(visit, person, reply, danger(saying("identity.person.own")), 409)
        : handler(visit, person, request, reply),
    );

  async function showPerson(visit: Visit, person: Account, reply: FastifyReply, notice: Notice, status = 200) {
    const shown = {
      homeUrl,
      person: (await accounts.find(person.username)) ?? person,
      kinds: await secondFactors.confirmedKinds(person.id),
      trail: await accounts.readAudit({ username: person.username, limit: 50 }),
      notice,
    };
    return sendPage(reply, personPage(visit, shown), status);
  }

  get(
    "/account/people",
    forAdmins(async ({ texts }, request, reply) => {
      const { q, after, sort: wanted } = request.query as { q?: unknown; after?: unknown; sort?: unknown };
      const sort = peopleSorts.find((each) => each === wanted) ?? "username";
      const column = sort.endsWith("email") ? "email" : "username";
      const search = typeof q === "string" ? q.trim().slice(0, 100) : "";
      const found = await accounts.list({
        limit: pageSize + 1,
        search,
        column,
        descending: sort.startsWith("-"),
        ...(typeof after === "string" && { after: after.slice(0, 254) }),
      });
      const people = found.slice(0, pageSize);
      const next = found.length > pageSize ? people.at(-1)?.[column] : undefined;
      return sendPage(reply, peoplePage({ texts, homeUrl, people, search, sort, next }));
    }),
  );

  get(
    "/account/people/new",
    forAdmins(async (visit, _request, reply) => sendPage(reply, newPersonPage(visit, { homeUrl }))),
  );

  post(
    "/account/people/new",
    forAdmins(async (visit, request, reply) => {
      const values = { username: formText(request, "username"), email: formText(request, "email") };
      const password = temporaryPassword();
      try {
        const person = await accounts.create(
          { ...values, password, groups: chosenGroups(request), emailVerified: true, mustChangePassword: true },
          visit.account.username,
        );
        const notice: Notice = {
          kind: "ok",
          saying: saying("identity.newPerson.done", { days: policy.temporaryPasswordDays }),
          secret: password,
        };
        return showPerson(visit, person, reply, notice, 201);
      } catch (error) {
        if (!(error instanceof AccountInputError)) throw error;
        return sendPage(reply, newPersonPage(visit, { homeUrl, values, errors: error.fields }), 422);
      }
    }),
  );

  get(
    "/account/people/:username",
    forPerson(async (visit, person, _request, reply) => showPerson(visit, person, reply, undefined)),
  );

  post(
    "/account/people/:username/groups",
    forPerson(async (visit, person, request, reply) => {
      const chosen = chosenGroups(request);
      if (person.id === visit.account.id && !chosen.includes("admins")) {
        return showPerson(visit, person, reply, danger(saying("identity.person.roles.own")), 409);
      }
      try {
        await accounts.setGroups(person.username, chosen, visit.account.username);
      } catch (error) {
        if (error instanceof StillNeededError) return showPerson(visit, person, reply, danger(error.reason), 409);
        const wrong = error instanceof AccountInputError ? error.fields.groups : undefined;
        if (!wrong) throw error;
        return showPerson(visit, person, reply, danger(wrong), 422);
      }
      return showPerson(visit, person, reply, { kind: "ok", saying: saying("identity.person.roles.changed") });
    }),
  );

  post(
    "/account/people/:username/access",
    forOthers(async (visit, person, _request, reply) => {
      try {
        if (person.enabled) await accounts.disable(person.username, visit.account.username);
        else await accounts.enable(person.username, visit.account.username);
      } catch (error) {
        if (!(error instanceof StillNeededError)) throw error;
        return showPerson(visit, person, reply, danger(error.reason), 409);
      }
      const done = saying(person.enabled ? "identity.person.disable.done" : "identity.person.enable.done");
      return showPerson(visit, person, reply, { kind: "ok", saying: done });
    }),
  );

  post(
    "/account/people/:username/password",
    forOthers(async (visit, person, _request, reply) => {
      const password = temporaryPassword();
      await accounts.setPassword(person.username, password, { mustChange: true, actor: visit.account.username });
      const done = saying("identity.person.resetPassword.done", { days: policy.temporaryPasswordDays });
      return showPerson(visit, person, reply, { kind: "ok", saying: done, secret: password });
    }),
  );

  post(
    "/account/people/:username/factors",
    forOthers(async (visit, person, _request, reply) => {
      if ((await secondFactors.confirmedKinds(person.id)).length === 0) {
        const notice: Notice = { kind: "info", saying: saying("identity.noValidMfaMethod") };
        return showPerson(visit, person, reply, notice, 409);
      }
      await secondFactors.reset(person, visit.account.username);
      return showPerson(visit, person, reply, { kind: "ok", saying: saying("identity.person.resetFactors.done") });
    }),
  );

  post(
    "/account/people/:username/sign-out",
    forOthers(async (visit, person, _request, reply) => {
      await accounts.signOutEverywhere(person.username, visit.account.username);
      return showPerson(visit, person, reply, { kind: "ok", saying: saying("identity.person.signOut.done") });
    }),
  );

  get(
    "/account/people/:username/delete",
    forOthers(async (visit, person, _request, reply) => {
      const need = await accounts.findNeedOf(person);
      return need
        ? showPerson(visit, person, reply, danger(need), 409)
        : sendPage(reply, deletePersonPage(visit, { homeUrl, person }));
    }),
  );

  post(
    "/account/people/:username/delete",
    forOthers(async (visit, person, request, reply) => {
      const error = await findProofError(context, visit, request, reply);
      if (error) return sendPage(reply, deletePersonPage(visit, { homeUrl, person, error }), 422);
      const { username } = person;
      try {
        await accounts.remove(username, visit.account.username, { deletesUnaccepted: deletesUnaccepted(request) });
      } catch (error) {
        if (!(error instanceof StillNeededError)) throw error;
        return showPerson(visit, person, reply, danger(error.reason), 409);
      }
      const text = saying("identity.person.delete.done.text", { username });
      return sendMessage(reply, { title: "identity.person.delete.done", text, homeUrl: "/account/people", kind: "ok" });
    }),
  );

  function chosenGroups(request: FastifyRequest): string[] {
    const others = formText(request, "other-groups")
      .split(/[\s,]+/)
      .filter((group) => group !== "");
    return [
      ...others.filter((group) => !isAssignable(group)),
      ...assignableGroups.filter((group) => formText(request, `group-${group}`) === "yes"),
    ];
  }
}
