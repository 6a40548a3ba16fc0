import { and, eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { connect } from "@/db/client";
import { users } from "@/db/schema";
import { choiceInEffect } from "@/lib/domain/messages/choose-messages";
import { contract } from "@/lib/web/contract";
import nl from "@/messages/nl.json";
import type { ReadMail } from "@/sandbox/mail/mailbox";
import { Client, eventually, ownStack, pay, sandbox } from "../support/http";
import { waitForMail } from "../support/mail";

const stack = ownStack();
const { db, close } = connect(stack.databaseUrl, { max: 2 });
afterAll(close);

let owner: { id: string; username: string };
let client: Client;
let mail: ReadMail;

/** Somebody was given to, and has the message about it. */
beforeEach(async () => {
  client = new Client();
  const donor = new Client();
  owner = await client.requester("Samira");
  await donor.register("Joris");
  const { id } = await client.ask();
  const { body } = await donor.call(contract.createPaymentIntent, { body: { requestId: id, amount: "5" } });
  await pay((body as { clientSecret: string }).clientSecret);
  mail = await waitForMail(stack, { to: `${owner.username}@example.org`, kind: "donation_received" });
});

const mailChoice = async () => (await choiceInEffect(db, owner.id, "gift_received")).mail;
const field = (name: string) => mail.rawHeaders.find((line) => line.startsWith(`${name}:`));
const person = async () =>
  (
    await db
      .select()
      .from(users)
      .where(and(eq(users.id, owner.id)))
  )[0] as typeof users.$inferSelect;
/** The page that the address leads to. */
const pageOf = (path: string) => path.replace("/u/", "/unsubscribe?token=");
const form = { "content-type": "application/x-www-form-urlencoded" };
const fromElsewhere = { "sec-fetch-site": "cross-site", origin: "https://mail.example" };

/** The call that a mail program makes, of the address in the message. */
function address(): string {
  return new URL(/<(\S+)>/.exec(field("List-Unsubscribe") ?? "")?.[1] ?? "").pathname;
}

describe("the address in a message", () => {
  it("is in one line of the message, and so is what one click sends (RFC 8058)", () => {
    expect(field("List-Unsubscribe")).toMatch(/^List-Unsubscribe: <http:\/\/\S+\/u\/[\w-]{60,120}>$/);
    expect(field("List-Unsubscribe-Post")).toBe("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  });

  it.each([
    ["a form", { body: "List-Unsubscribe=One-Click", headers: { ...form, ...fromElsewhere } }],
    [
      "a form of parts",
      {
        body: '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
        headers: { "content-type": "multipart/form-data; boundary=b" },
      },
    ],
    ["nothing", {}],
  ])("switches its kind off in one click with %s, without a session, however often", async (_, sent) => {
    expect(await mailChoice()).toBe("now");
    for (let times = 0; times < 2; times += 1) {
      const answer = await new Client().send("POST", address(), sent);
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      expect(answer.headers.get("set-cookie")).toBeNull();
      expect(await mailChoice()).toBe("off");
    }
    const { push, inApp } = await choiceInEffect(db, owner.id, "gift_received");
    expect({ push, inApp }).toEqual({ push: true, inApp: true });
    expect((await choiceInEffect(db, owner.id, "goal_reached")).mail).toBe("now");
  });

  it("leads to a page when it is opened, and changes nothing", async () => {
    const { status, headers } = await new Client().send("GET", address());
    expect(status).toBe(302);
    expect(headers.get("location")).toBe(pageOf(address()));
    const page = await new Client().send("GET", headers.get("location") ?? "");
    expect(page.status).toBe(200);
    expect(String(page.body).includes(nl.messageSettings.kinds.gift_received.name)).toBe(true);
    expect(page.body).not.toContain(owner.username);
    expect(await mailChoice()).toBe("now");
  });

  it("switches it on again, but not from another site", async () => {
    await new Client().send("POST", address());
    const body = { value: "weekly" };
    const foreign = await new Client().send("DELETE", address(), { body, headers: fromElsewhere });
    expect(foreign.body).toMatchObject({ code: "CROSS_ORIGIN" });
    expect(await mailChoice()).toBe("off");
    expect(await new Client().send("DELETE", address(), { body })).toMatchObject({ status: 200 });
    expect(await mailChoice()).toBe("weekly");
    const other = await new Client().send("DELETE", address(), { body: { value: "hourly" } });
    expect(other.body).toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("does nothing when it was changed, and its page says what to do", async () => {
    const { id } = await new Client().register();
    const changed = [`${address()}x`, address().slice(0, -1), "/u/x", "/u/%00", `/u/${"a".repeat(4_000)}`];
    for (const each of changed) {
      const { body } = await new Client().send("POST", each);
      expect([each, body]).toEqual([each, expect.objectContaining({ code: "BAD_SIGNATURE" })]);
      const page = await new Client().send("GET", pageOf(each));
      expect(page.status).toBe(200);
      expect(page.body).toContain(nl.unsubscribe.invalidTitle);
    }
    expect(await mailChoice()).toBe("now");
    expect((await choiceInEffect(db, id, "gift_received")).mail).toBe("now");
  });
});

describe("the choices of a person", () => {
  type Kinds = { kinds: { kind: string; stream: string; channels: Record<string, string | null> }[] };
  const put = (body: object) => client.call(contract.chooseMessages, { body });

  it("are read and changed by name, one channel at a time", async () => {
    const { body } = await client.call(contract.messageChoices);
    const { kinds } = body as Kinds;
    const of = (kind: string) => kinds.find((each) => each.kind === kind);
    expect(of("gift_received")).toEqual({
      kind: "gift_received",
      stream: "money",
      channels: { app: "on", push: "on", mail: "now" },
    });
    expect(of("renewal")?.channels).toEqual({ app: null, push: "on", mail: "now" });
    expect(of("digest")).toMatchObject({
      stream: "news",
      channels: { app: null, push: null, mail: "weekly" },
    });

    await put({ kind: "gift_received", channel: "app", value: "off" });
    await put({ kind: "gift_received", channel: "mail", value: "daily" });
    const changed = await put({ kind: "digest", channel: "mail", value: "off" });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual((await client.call(contract.messageChoices)).body);
    const now = new Map((changed.body as Kinds).kinds.map(({ kind, channels }) => [kind, channels]));
    expect(now.get("gift_received")).toEqual({ app: "off", push: "on", mail: "daily" });
    expect(now.get("digest")).toEqual({ app: null, push: null, mail: "off" });
    expect(now.get("goal_reached")).toEqual({ app: "on", push: "on", mail: "now" });
  });

  it.each([
    ["kind", { kind: "donation_receipt", channel: "mail", value: "off" }],
    ["kind", { channel: "mail", value: "off" }],
    ["channel", { kind: "gift_received", channel: "post", value: "off" }],
    ["channel", { kind: "digest", channel: "push", value: "off" }],
    ["value", { kind: "goal_reached", channel: "mail", value: "daily" }],
    ["value", { kind: "goal_reached", channel: "push", value: "now" }],
    ["value", { kind: "goal_reached", channel: "push", value: true }],
  ])("refuse another %s: %j", async (field, body) => {
    const before = (await client.call(contract.messageChoices)).body;
    expect(await put(body)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", fields: { [field]: expect.any(String) } },
    });
    expect((await client.call(contract.messageChoices)).body).toEqual(before);
  });
});

describe("a report of a mail server", () => {
  const banner = nl.messageSettings.bounced.text;
  const report = (body: string | Uint8Array, secret = stack.scripts.MAIL_REPORT_SECRET) =>
    new Client().send("POST", "/api/webhooks/mail", {
      body,
      headers: { "content-type": "message/rfc822", authorization: `Bearer ${secret}` },
    });

  it("of a bounce makes the address unproven, and every page says so", async () => {
    expect((await client.send("GET", "/notifications")).body).not.toContain(banner);
    expect(await sandbox("POST", `/mails/${mail.id}/bounce`, { status: "4.2.2" })).toEqual({ status: 200 });
    expect((await person()).emailBouncedAt).toBeNull();
    expect(await sandbox("POST", `/mails/${mail.id}/bounce`)).toEqual({ status: 200 });
    expect((await person()).emailBouncedAt).not.toBeNull();
    expect((await client.send("GET", "/notifications")).body).toContain(banner);
  });

  it("of a complaint silences news only", async () => {
    expect(await sandbox("POST", `/mails/${mail.id}/complaint`)).toEqual({ status: 200 });
    expect(await person()).toMatchObject({ newsSilencedAt: expect.any(Date), emailBouncedAt: null });
    expect(await mailChoice()).toBe("now");
    expect((await choiceInEffect(db, owner.id, "digest")).mail).toBe("off");
  });

  it("is refused without the secret", async () => {
    for (const secret of ["", "x", `${stack.scripts.MAIL_REPORT_SECRET}x`]) {
      expect((await report("Subject: x\r\n\r\n", secret)).body).toMatchObject({ code: "BAD_SIGNATURE" });
    }
  });

  it("that is none, or about a message of somebody else's, is ignored", async () => {
    const foreign = `Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nFinal-Recipient: rfc822; ${owner.username}@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <1@elsewhere.example>\r\n\r\n--b--\r\n`;
    for (const body of ["Subject: x\r\n\r\n", foreign]) {
      expect(await report(body)).toMatchObject({ status: 200, body: { received: true } });
    }
    expect((await person()).emailBouncedAt).toBeNull();
    const large = await report("x".repeat(600_000));
    expect(large.body).toMatchObject({ code: "BODY_TOO_LARGE" });
  });

  it("sends nothing about money to an address that bounced", async () => {
    await sandbox("POST", `/mails/${mail.id}/bounce`);
    const donor = new Client();
    const { username } = await donor.register("Joris");
    const { id } = await client.ask();
    const { body } = await donor.call(contract.createPaymentIntent, { body: { requestId: id, amount: "5" } });
    await pay((body as { clientSecret: string }).clientSecret);
    await waitForMail(stack, { to: `${username}@example.org`, kind: "donation_receipt" });
    await eventually(
      async () =>
        db.query.mails.findMany({
          where: (row) => and(eq(row.userId, owner.id), eq(row.state, "suppressed")),
        }),
      (rows) => rows.some(({ reason }) => reason === "the address refuses mail"),
    );
  });
});
