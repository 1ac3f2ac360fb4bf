import { createHmac } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { dripping, pouring, startHostileServer } from "../../../test/hostile-server.ts";
import { readOutbox } from "../../../test/sign-in-journey.ts";
import { OutwardPosts } from "../../server/outward/outward-posts.ts";
import { english, languageOf } from "../../texts/languages.ts";
import { rightToLeftPart } from "./mailer.ts";
import { outboxMailer } from "./outbox-mailer.ts";
import { smtpMailer } from "./smtp-mailer.ts";
import { webhookMessenger } from "./text-messages.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

describe("email by SMTP", () => {
  async function startMailServer(options: { refuse?: boolean } = {}) {
    const mails: { from: string; to: string[]; data: string; user: string | undefined }[] = [];
    const server = new SMTPServer({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ["STARTTLS"],
      onAuth: (auth, _session, done) =>
        auth.username === "cairn" && auth.password === "s3cret" ? done(null, { user: "cairn" }) : done(new Error("no")),
      onRcptTo: (_address, _session, done) => done(options.refuse ? new Error("mailbox unknown") : null),
      onData: (stream, session, done) => {
        let data = "";
        stream.on("data", (chunk: Buffer) => {
          data += chunk.toString();
        });
        stream.on("end", () => {
          const { mailFrom, rcptTo } = session.envelope;
          mails.push({
            from: mailFrom ? mailFrom.address : "",
            to: rcptTo.map(({ address }) => address),
            data,
            user: String(session.user),
          });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ends.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const address = server.server.address();
    if (typeof address !== "object" || !address) throw new Error("No address");
    return { mails, port: address.port };
  }

  it("is sent to the configured server with name and password", async () => {
    const { mails, port } = await startMailServer();
    const mailer = smtpMailer({
      url: `smtp://cairn:s3cret@127.0.0.1:${port}`,
      from: "Cairn <no-reply@cairn.example>",
      requireTls: false,
    });
    await mailer.send({
      to: "ann@example.org",
      subject: "123456 is your code",
      text: "Hello ann,\nyour code is 123456",
      language: english,
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ from: "no-reply@cairn.example", to: ["ann@example.org"], user: "cairn" });
    expect(mails[0]?.data).toContain("Subject: 123456 is your code");
    expect(mails[0]?.data).toContain("your code is 123456");
    expect(mails[0]?.data).toContain("Content-Language: en");
    expect(mails[0]?.data).not.toContain("text/html");
  });

  it("has a part from right to left in Arabic, in which no text by people is markup", async () => {
    const { mails, port } = await startMailServer();
    const mailer = smtpMailer({ url: `smtp://cairn:s3cret@127.0.0.1:${port}`, from: "a@b.example", requireTls: false });
    const text = "مرحبًا\n\nhttps://cairn.example/?a=1&b=2.\n> <b>";
    await mailer.send({ to: "ann@example.org", subject: "s", text, language: languageOf("ar") });
    expect(mails[0]?.data).toContain("Content-Language: ar");
    expect(mails[0]?.data).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html[\s\S]*dir=3D"rtl"/);
    const markup = rightToLeftPart({ text, language: languageOf("ar") });
    expect(markup).toContain(
      '<a href="https://cairn.example/?a=1&amp;b=2" dir="ltr">https://cairn.example/?a=1&amp;b=2</a>.',
    );
    expect(markup).toContain("> &lt;b>");
  });

  it.each([
    ["hangs", () => undefined],
    ["drips its greeting", dripping("220-x\r\n")],
    ["drips one line", dripping("2")],
    ["pours out a line without end", pouring("2".repeat(65_536))],
    ["pours out lines without end", pouring("220-x\r\n".repeat(8_192))],
    [
      "greets, and drips its answer to each command",
      (socket: Socket) => {
        socket.write("220 mail.example ESMTP\r\n");
        dripping("250-x\r\n")(socket);
      },
    ],
  ])("fails within its time where a mail server %s", async (_, misdeed) => {
    const server = await startHostileServer(misdeed, { greets: true });
    ends.push(server.close);
    for (const scheme of ["smtp", "smtps"]) {
      const url = `${scheme}://127.0.0.1:${server.port}`;
      const mailer = smtpMailer({ url, from: "a@b.example", requireTls: false, timeoutMs: 400 });
      await expect(
        mailer.send({ to: "ann@example.org", subject: "s", text: "t", language: english }),
      ).rejects.toThrow();
    }
  });

  it("goes to one mailbox, and addresses and subjects can't add headers", async () => {
    const { mails, port } = await startMailServer();
    const mailer = smtpMailer({
      url: `smtp://cairn:s3cret@127.0.0.1:${port}`,
      from: "no-reply@cairn.example",
      requireTls: false,
    });
    await mailer
      .send({
        to: "ann@example.org, eve@example.org",
        subject: "Hi\r\nBcc: eve@example.org",
        text: "x",
        language: english,
      })
      .catch(() => undefined);
    expect(mails.flatMap(({ to }) => to)).not.toContain("eve@example.org");
    expect(mails.map(({ data }) => data).join("")).not.toMatch(/^Bcc:/m);
  });

  it("isn't sent, nor is the password, if encryption is required and missing", async () => {
    const { mails, port } = await startMailServer();
    const mailer = smtpMailer({ url: `smtp://cairn:s3cret@127.0.0.1:${port}`, from: "a@b.example", requireTls: true });
    await expect(mailer.send({ to: "ann@example.org", subject: "s", text: "t", language: english })).rejects.toThrow(
      /STARTTLS/i,
    );
    expect(mails).toEqual([]);
  });

  it("reports a rejected email", async () => {
    const { port } = await startMailServer({ refuse: true });
    const mailer = smtpMailer({
      url: `smtp://cairn:s3cret@127.0.0.1:${port}`,
      from: "no-reply@cairn.example",
      requireTls: false,
    });
    await expect(mailer.send({ to: "ann@example.org", subject: "s", text: "t", language: english })).rejects.toThrow();
  });
});

describe("email in the outbox", () => {
  it("is a private file whose name no address can redirect", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cairn-outbox-"));
    ends.push(() => rm(folder, { recursive: true }));
    const outbox = join(folder, "outbox");
    const mailer = outboxMailer({ folder: outbox, from: "cairn@localhost" });
    await mailer.send({ to: "../../../etc/x@example.org", subject: "s", text: "t", language: english });
    const [name = ""] = await readdir(outbox);
    expect(await readdir(outbox)).toHaveLength(1);
    expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600);
    expect(await readOutbox(outbox, "../../../etc/x@example.org")).toMatchObject([{ subject: "s", text: "t" }]);
  });
});

describe("text messages by webhook", () => {
  it("are signed, and fail when the service rejects them", async () => {
    const asked: { signature: string; body: string }[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on("end", () => {
        asked.push({ signature: String(request.headers["cairn-signature"]), body });
        response.statusCode = body.includes("+100") ? 500 : 204;
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ends.push(() => new Promise((resolve) => server.close(resolve)));
    const address = server.address();
    if (typeof address !== "object" || !address) throw new Error("No address");
    const secret = "sixteen characters";
    const origin = `http://127.0.0.1:${address.port}`;
    const posts = new OutwardPosts({ allowedOrigins: [origin] });
    const post = posts.post.bind(posts);
    const messenger = webhookMessenger({ url: `${origin}/sms`, secret, post });
    await messenger.send({ to: "+12025550123", text: "123456 is your Cairn code." });
    const { signature = "", body = "" } = asked[0] ?? {};
    expect(JSON.parse(body)).toEqual({ to: "+12025550123", text: "123456 is your Cairn code." });
    const [, seconds = "", digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    expect(digest).toBe(createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex"));
    await expect(messenger.send({ to: "+100", text: "x" })).rejects.toThrow("500");
  });
});
