import { expect, test } from "@playwright/test";
import { startFakeS3 } from "../../test/fake-s3.ts";
import { s3Settings } from "../../test/s3-settings.ts";
import { demoPassword, startServer } from "../cairn-server.ts";
import { signIn } from "../harness.ts";

test("photos come straight from the bucket, only as images, and without telling it the page", async ({ browser }) => {
  const bucket = await startFakeS3();
  const cairn = await startServer(
    {
      DEMO: "1",
      DEMO_PASSWORD: demoPassword,
      ...s3Settings(bucket),
      PHOTO_DOWNLOADS: "direct",
    },
    "server-with-a-bucket",
  );
  try {
    const page = await browser.newPage({ baseURL: cairn.url, viewport: { width: 1440, height: 900 } });
    const referrers: (string | undefined)[] = [];
    const refused: string[] = [];
    page.on("request", (request) => {
      if (request.url().startsWith(bucket.endpoint)) referrers.push(request.headers().referer);
    });
    page.on("console", (message) => {
      if (/Content Security Policy|CORS/.test(message.text()) && !/tile/.test(message.text()))
        refused.push(message.text());
    });
    await signIn(page, "admin", cairn.url);
    await page.goto("/admin_dashboard/samples");
    await page.getByRole("link", { name: "Click For Info" }).first().click();
    const photo = page.getByRole("region", { name: "Sample photo, zoomable" }).getByRole("img");
    await expect.poll(() => photo.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
    expect(referrers.length).toBeGreaterThan(0);
    expect(referrers.filter(Boolean)).toEqual([]);
    expect(refused).toEqual([]);
    const read = await page.evaluate(
      (address) => fetch(address).then(String, () => "refused"),
      `${bucket.endpoint}/photos`,
    );
    expect(read).toBe("refused");
  } finally {
    await cairn.stop();
    await bucket.close();
  }
});
