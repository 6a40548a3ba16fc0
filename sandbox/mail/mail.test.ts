import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { createTransport, type SendMailOptions } from "nodemailer";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LANGUAGES } from "../pages";
import { KEYS, openMerchant, openTestSandbox, type TestSandbox, temporaryFolder } from "../support";
import { Mailbox, type ReadMail } from "./mailbox";

const folder = temporaryFolder();
let merchant: Awaited<ReturnType<typeof openMerchant>>;
let sandbox: TestSandbox;
beforeEach(async () => {
  merchant = await openMerchant();
  sandbox = await openTestSandbox(folder.path, {
    mailReportUrl: merchant.url,
  });
});
afterEach(async () => {
  await sandbox.stop();
  await merchant.close();
  folder.remove();
});

const MESSAGE: SendMailOptions = {
  from: "Steuntje <no-reply@localhost.invalid>",
  to: "Zoë <zoe@example.org>",
  subject: "Fijn: je aanvraag is gesteund, zeldzaam goed nieuws voor wie al zo lang gewacht heeft ✓",
  text: "Zie https://steuntje.example/link?token=a-b_c.",
  html: '<html><head><title>x</title></head><body><p>Één <a href="https://steuntje.example/link?token=a">knop</a></p></body></html>',
  messageId: "<1@steuntje.example>",
  headers: {
    "X-Steuntje-Kind": "passwordReset",
    "List-Unsubscribe": {
      prepared: true,
      value: `<https://steuntje.example/api/mail/unsubscribe?token=${"a".repeat(90)}>`,
    },
    "X-Long": "word ".repeat(40),
  },
};

async function send(...messages: SendMailOptions[]): Promise<string | undefined> {
  const server = { host: "127.0.0.1", port: sandbox.smtpPort, socketTimeout: 3_000 };
  const transport = createTransport({ ...server, pool: true, maxConnections: 1 });
  try {
    const sent = await Promise.all(
      (messages.length > 0 ? messages : [{}]).map((changes) =>
        transport.sendMail({ ...MESSAGE, ...changes }),
      ),
    );
    return sent[0]?.response;
  } finally {
    transport.close();
  }
}

const list = async (query = "") =>
  (await sandbox.call("GET", `/_sandbox/mails${query}`)).body.mails as ReadMail[];
const read = async (id = "") => (await sandbox.call("GET", `/_sandbox/mails/${id}`)).body as ReadMail;
const onlyId = async () => (await list())[0]?.id ?? "";
const addFault = (body: object) => sandbox.call("POST", "/_sandbox/faults", body);
const page = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${sandbox.url}${path}`, { headers: { accept: "text/html,*/*;q=0.8", ...headers } });

describe("accepted mail", () => {
  it("is listed at once, with its headers as they were sent", async () => {
    expect(await send()).toMatch(/^250 /);
    const mails = await list();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      messageId: "<1@steuntje.example>",
      envelope: { from: "no-reply@localhost.invalid", to: ["zoe@example.org"] },
      from: "Steuntje <no-reply@localhost.invalid>",
      to: "Zoë <zoe@example.org>",
      subject: MESSAGE.subject,
      headers: { "x-steuntje-kind": "passwordReset" },
    });
    const mail = await read(mails[0]?.id);
    expect(mail.text).toContain("Zie https://steuntje.example/link?token=a-b_c.");
    expect(mail.html).toContain("<p>Één ");
    expect(mail.size).toBeGreaterThan(500);
    const field = (name: string) => mail.rawHeaders.find((line) => line.startsWith(`${name}:`));
    expect(field("List-Unsubscribe")).toMatch(/^List-Unsubscribe: <https:\S{130,}>$/);
    expect(field("X-Long")).toContain("\n ");
    expect(mail.headers["x-long"]).not.toContain("\n");
  });

  it("is found by address, subject and time, oldest first", async () => {
    await send({ to: "daan@example.org", subject: "One" });
    const since = new Date(Date.now() + 1).toISOString();
    await send({ to: "noor@example.org", bcc: "Daan@example.org", subject: "Two" });
    const subjects = async (query: string) => (await list(query)).map(({ subject }) => subject);
    expect(await subjects("?to=DAAN@example.org")).toEqual(["One", "Two"]);
    expect(await subjects("?to=daan")).toEqual([]);
    expect(await subjects("?subject=tw")).toEqual(["Two"]);
    expect(await subjects(`?since=${since}`)).toEqual(["Two"]);
    expect((await sandbox.call("GET", "/_sandbox/mails?since=yesterday")).status).toBe(400);
  });

  it("is kept out of the journal, for the secret key only, and small", async () => {
    await send();
    const id = await onlyId();
    const foreign = { authorization: `Bearer ${KEYS.publishableKey}` };
    for (const path of ["/_sandbox/mails", `/_sandbox/mails/${id}`]) {
      expect((await page(path)).status).toBe(401);
      expect((await page(path, foreign)).status).toBe(403);
    }
    expect((await sandbox.call("GET", "/_sandbox/mails/mail_none")).status).toBe(404);
    await expect(send({ text: "x".repeat(6_000_000) })).rejects.toMatchObject({ responseCode: 552 });
    expect(await list()).toHaveLength(1);
    const journal = readdirSync(folder.path).map((file) => readFileSync(`${folder.path}/${file}`, "utf8"));
    expect(journal.join("")).not.toContain("zoe@example.org");
  });

  it("is at most as many messages as are kept, the newest", async () => {
    const mailbox = new Mailbox(3);
    const envelope = { from: "a@example.org", to: ["b@example.org"] };
    for (const subject of ["1", "2", "3", "4", "5"]) {
      await mailbox.add(Buffer.from(`Subject: ${subject}\r\n\r\n`), envelope);
    }
    expect(mailbox.list().map(({ subject }) => subject)).toEqual(["3", "4", "5"]);
  });

  it("needs no body and no headers", async () => {
    const mail = await new Mailbox().add(Buffer.from("nothing"), { from: "", to: ["b@example.org"] });
    expect(mail).toMatchObject({ messageId: null, from: "", to: "", subject: "" });
  });
});

describe("faults of mail", () => {
  const recipient = "zoe@example.org";

  it.each([451, 550, 554])("refuse a recipient with %i, once", async (code) => {
    await addFault({ refuseRecipient: code, scope: { recipient: "ZOE@example.org" } });
    expect(await send({ to: "daan@example.org" })).toMatch(/^250 /);
    await expect(send()).rejects.toMatchObject({ responseCode: code });
    expect(await send()).toMatch(/^250 /);
    expect(await list()).toHaveLength(2);
  });

  it("lose the connection before a message is accepted, or after", async () => {
    await addFault({ cutBeforeActing: true, scope: { recipient } });
    await expect(send()).rejects.toMatchObject({ code: "ECONNECTION" });
    expect(await list()).toHaveLength(0);
    await addFault({ timeoutAfterActing: "cut", scope: { recipient } });
    await expect(send()).rejects.toMatchObject({ code: "ECONNECTION" });
    expect(await list()).toHaveLength(1);
  });

  it("never answer, or late", async () => {
    await addFault({ timeoutAfterActing: "silence", scope: { recipient: "*" } });
    await expect(send()).rejects.toMatchObject({ code: "ETIMEDOUT" });
    expect(await list()).toHaveLength(1);
    await addFault({ answerAfterMs: 200, scope: { recipient } });
    const began = performance.now();
    await send();
    expect(performance.now() - began).toBeGreaterThanOrEqual(190);
  });

  it("are not used up by calls, nor those of calls by mail", async () => {
    await addFault({ answerAfterMs: 1, scope: { recipient } });
    await addFault({ timeoutAfterActing: "silence" });
    await sandbox.stripe.paymentIntents
      .create({ amount: 1_000, currency: "eur" }, { timeout: 300 })
      .catch(() => {});
    const { body } = await sandbox.call("GET", "/_sandbox/state");
    expect(body.faults).toEqual([{ answerAfterMs: 1, scope: { recipient }, times: 1 }]);
    await addFault({ timeoutAfterActing: "silence" });
    expect(await send()).toMatch(/^250 /);
    expect((await addFault({ refuseRecipient: 550 })).status).toBe(400);
  });

  it("do not keep the sandbox from stopping while a client is connected", async () => {
    const socket = connect(sandbox.smtpPort, "127.0.0.1");
    await new Promise((resolve) => socket.once("data", resolve));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    await sandbox.stop();
    await closed;
    sandbox = await openTestSandbox(folder.path);
  });
});

describe("reports about mail", () => {
  async function report(command: string, body?: object) {
    await send();
    const id = await onlyId();
    const answer = await sandbox.call("POST", `/_sandbox/mails/${id}/${command}`, body);
    const [received] = merchant.received;
    expect(answer.body).toEqual({ status: 200 });
    expect(received?.headers.get("content-type")).toBe("message/rfc822");
    expect(received?.headers.get("authorization")).toBe(`Bearer ${KEYS.mailReportSecret}`);
    return received?.body ?? "";
  }

  it("say that a message could not be delivered (RFC 3464)", async () => {
    const body = await report("bounce");
    expect(body).toMatch(/^Content-Type: multipart\/report; report-type=delivery-status; boundary="/m);
    expect(body).toContain("Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; ");
    // A block about the message, an empty line, and a block about each recipient.
    expect(body).toMatch(
      /\r\n\r\nFinal-Recipient: rfc822; zoe@example\.org\r\nAction: failed\r\nStatus: 5\.1\.1\r\n/,
    );
    expect(body).toContain("Content-Type: text/rfc822-headers\r\n");
    expect(body).toMatch(/^Message-ID: <1@steuntje\.example>\r$/m);
    expect(body).not.toContain("knop");
  });

  it("say why, in the status that is ordered", async () => {
    expect(await report("bounce", { status: "4.4.7" })).toContain("Status: 4.4.7\r\n");
    const again = `/_sandbox/mails/${await onlyId()}/bounce`;
    expect((await sandbox.call("POST", again, { status: "2.0.0" })).status).toBe(400);
  });

  it.each(["bounce", "complaint"])("are refused without an address to send them to: %s", async (command) => {
    await sandbox.stop();
    sandbox = await openTestSandbox(folder.path);
    await send();
    const answer = await sandbox.call("POST", `/_sandbox/mails/${await onlyId()}/${command}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining("SANDBOX_MAIL_REPORT_URL") } },
    });
  });

  it("say that a recipient complained (RFC 5965)", async () => {
    const body = await report("complaint");
    expect(body).toMatch(/^Content-Type: multipart\/report; report-type=feedback-report; boundary="/m);
    expect(body).toContain("Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n");
    expect(body).toContain("Original-Rcpt-To: <zoe@example.org>\r\n");
    expect(body).toMatch(/Content-Type: message\/rfc822\r\n\r\n.*Message-ID: <1@steuntje\.example>\r\n/s);
  });
});

describe("the pages of the mail", () => {
  it.each(LANGUAGES)("are in %s", async (language) => {
    await send();
    const listed = await page("/mail", { "accept-language": language });
    const text = await listed.text();
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain("Zoë &lt;zoe@example.org&gt;");
    expect(text).toContain(`<a href="mail/${await onlyId()}">`);
    expect(listed.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("list the newest messages, of one address if asked", async () => {
    expect(await (await page("/mail")).text()).toContain("No mail has arrived yet.");
    await send(...Array.from({ length: 101 }, (_, index) => ({ subject: `Number ${index + 1}.` })));
    await send({ to: "daan@example.org", subject: "Another" });
    const text = await (await page("/mail")).text();
    expect(text.indexOf("Another")).toBeLessThan(text.indexOf("Number 101."));
    expect(text).toContain("The newest 100 of 102 messages");
    expect(text).not.toContain("Number 1.");
    const own = await (await page("/mail?to=daan@example.org")).text();
    expect(own).toContain("Another");
    expect(own).not.toContain("Number");
  });

  it("show a message in a frame without scripts, as text with links, and its headers", async () => {
    await send();
    const id = await onlyId();
    const text = await (await page(`/mail/${id}`)).text();
    expect(text).toContain(`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="${id}/html"`);
    expect(text).toContain(
      '<a href="https://steuntje.example/link?token=a-b_c" target="_blank" rel="noopener">',
    );
    expect(text).toContain("X-Steuntje-Kind: passwordReset");
    const framed = await page(`/mail/${id}/html`);
    const policy = framed.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; .* sandbox allow-popups allow-popups-to-escape-sandbox$/);
    expect(policy).not.toMatch(/script|allow-same-origin/);
    expect(await framed.text()).toContain('<head><base target="_blank"><title>');
  });

  it("are JSON for scripts, of one address if asked, the newest last", async () => {
    const json = async (query = "", headers = {}) =>
      (await fetch(`${sandbox.url}/mail${query}`, { headers })).json();
    expect(await json()).toEqual([]);
    await send({ subject: "One" });
    await send({ to: "daan@example.org", subject: "Two" });
    await send({ subject: "Three" });
    expect((await json()).map(({ subject }: ReadMail) => subject)).toEqual(["One", "Two", "Three"]);
    const accepts = ["*/*", "application/json", "text/html;q=0.5, application/json"];
    for (const accept of accepts) expect(await json("?to=Daan@example.org", { accept })).toHaveLength(1);
    const mail: ReadMail = (await json("?to=zoe@example.org")).at(-1);
    expect(mail).toMatchObject({ subject: "Three", to: "Zoë <zoe@example.org>", html: expect.any(String) });
    expect(mail.text).toContain("https://steuntje.example/link?token=a-b_c");
    expect(mail.headers["x-steuntje-kind"]).toBe("passwordReset");
    expect(Date.parse(mail.receivedAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  it("run nothing that a message has in its subject, text or headers", async () => {
    const evil = "<script>alert(1)</script>";
    await send({
      subject: evil,
      text: `${evil} https://a.example/"onclick=x`,
      html: evil,
      headers: { "X-Evil": evil },
    });
    const id = await onlyId();
    for (const path of ["/mail", `/mail/${id}`, `/mail?to=${encodeURIComponent('"><script>')}`]) {
      expect(await (await page(path)).text()).not.toContain("<script");
    }
    expect(await (await page(`/mail/${id}`)).text()).not.toContain('"onclick');
  });

  it("say that a message is gone, and have no frame for one without HTML", async () => {
    const gone = await page("/mail/mail_none");
    expect(gone.status).toBe(404);
    expect(await gone.text()).toContain("This message isn’t here any more.");
    await send({ html: undefined });
    const id = await onlyId();
    expect(await (await page(`/mail/${id}`)).text()).not.toContain("<iframe");
    expect((await page(`/mail/${id}/html`)).status).toBe(404);
  });
});
