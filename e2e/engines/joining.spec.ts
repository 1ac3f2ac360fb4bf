import { expect } from "@playwright/test";
import { makeNewcomer, readMailedCode } from "../harness.ts";
import { createQuest } from "../protocol-quests.ts";
import { inEachEngine, test } from "./harness.ts";

test.describe.configure({ mode: "parallel" });

inEachEngine(() => {
  test("a newcomer signs up on the hosted pages from a quest, has joined it, and signs out and in again", async ({
    device,
    request,
  }) => {
    const name = `First stones ${device.name} ${Date.now()}`;
    const { id } = await createQuest(request, { name });
    const { username, email, password } = makeNewcomer();
    const person = await device.open();
    await person.goTo(`/quests/${id}`);
    await person.presses("Sign up to go on an adventure!");
    await person.types("Username", username);
    await person.types("Email", email);
    await person.types("Password", password);
    await person.presses("Create account");
    await person.types("Confirmation code", await readMailedCode(email));
    await person.presses("Confirm");
    await person.sees(`You have successfully signed up for the quest: ${name}!`);

    await person.presses("Account");
    await person.presses("Sign out");
    // Back from the sign-in service: an address that is entered earlier may be left for that.
    await person.sees("High Stakes Data Collection");
    expect(await person.reads("jwt")).toBeNull();
    await device.signInByHand(username, password);
    await person.goTo(`/quests/${id}/data`);
    await person.sees("Upload New Data Point");
  });
});
