import { afterEach, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { makeOrganization } from "../../../test/factories.ts";

let api: TestApi;
afterEach(() => api.close());

/** The organizations that a group grants access to, or the error's status. */
async function reviewedBy(group: string): Promise<number[] | number> {
  const token = await api.mintToken({ username: "rita", groups: [group] });
  const { status } = await api.call("GET", "/admin/samples", { token });
  if (status !== 200) return status;
  const { body } = await api.call("GET", "/organizations", { token });
  return body.map(({ id }: { id: number }) => id);
}

const rename = async (id: number, name: string) => {
  const json = { organization_name: name, organization_email: "desk@example.org" };
  expect((await api.call("PUT", `/organizations/${id}`, { as: "admin", json })).status).toBe(200);
};

describe("a reviewers' group", () => {
  it("[CALL-33] names an organization by its id only", async () => {
    api = await startTestApi();
    const ferns = await makeOrganization(api, "Institute of Ferns");
    expect(await reviewedBy(`reviewers:${ferns}`)).toEqual([ferns]);
    expect(await reviewedBy("reviewers:Institute of Ferns")).toBe(403);
  });

  it("[CALL-33] by name, if a setting allows it, means the first organization that had the name", async () => {
    api = await startTestApi({ GROUPS_BY_NAME: "1" });
    const ferns = await makeOrganization(api, "Institute of Ferns");
    expect(await reviewedBy("reviewers:institute of FERNS")).toEqual([ferns]);
    await rename(ferns, "Institute of Moss");
    const taker = await makeOrganization(api, "INSTITUTE of Ferns");
    const renamed = await makeOrganization(api, "Institute of Bark");
    expect(await reviewedBy("reviewers:Institute of Ferns")).toEqual([ferns]);
    expect(await reviewedBy("reviewers:Institute of Moss")).toEqual([ferns]);
    await rename(taker, "Institute of Fungi");
    await rename(renamed, "Institute of Ferns");
    expect(await reviewedBy("reviewers:Institute of Ferns")).toEqual([ferns]);
    expect(await reviewedBy("reviewers:Institute of Fungi")).toEqual([taker]);
    expect(await reviewedBy(`reviewers:${renamed}`)).toEqual([renamed]);
  });
});
