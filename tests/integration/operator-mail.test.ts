import { isNull } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mails, nightlyChecks } from "@/db/schema";
import { handleReport } from "@/lib/domain/messages/handle-report";
import { writeOperatorMail } from "@/lib/domain/messages/write-messages";
import { approvePayouts } from "@/lib/domain/operator/holds";
import { listMessages } from "@/lib/domain/operator/messages";
import { checkNightly } from "@/lib/domain/operator/nightly-check";
import { claimNight, renewNight } from "@/lib/domain/operator/nightly-store";
import type { ProviderFindings } from "@/lib/domain/operator/provider-checks";
import { refundPayment } from "@/lib/domain/operator/refund-payment";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { checkPayee } from "@/lib/domain/payouts/check-payee";
import { now, setClock } from "@/lib/ground/clock";
import { RefundRefused } from "@/lib/providers/gateway";
import { MailRefused } from "@/lib/providers/smtp/transport";
import { tell } from "../support/donating";
import { Inbox, sendOutbox } from "../support/outbox";
import { openPayoutBooks, payoutsOf } from "../support/payouts";

const OPERATOR = "ines@steuntje.example";
const { database, card, context, bank, addPayee, addRequest, give, later, housekeeping } = openPayoutBooks({
  OPERATOR_MAIL: OPERATOR,
  SMTP_URL: "smtp://localhost:1",
  MAIL_FROM: "Steuntje <no-reply@steuntje.example>",
  PAYOUT_REVIEW: "on",
});

afterEach(async () => {
  await database.db.delete(mails);
});

const written = () => database.db.select().from(mails).where(isNull(mails.userId));

/** What the operator received, each as its subject and the command that it names. */
async function received() {
  const inbox = new Inbox();
  await sendOutbox(database.db, inbox);
  return inbox.to(OPERATOR).map(({ subject, text }) => ({ subject, command: /npm run .*/.exec(text)?.[0] }));
}

describe("trust 47: the operator gets mail about", () => {
  it("a first payout that waits for a yes, once", async () => {
    const owner = await addPayee();
    await checkPayee(context, owner.id);
    await checkPayee(context, owner.id);
    expect(await received()).toEqual([
      {
        subject: "A first payout waits for your yes",
        command: `npm run -s admin -- payouts show ${owner.id}`,
      },
    ]);
  });

  it("a dispute, once however often it is read", async () => {
    const owner = await addPayee();
    const { donationId, paymentId } = await give(await addRequest(owner), 1_000);
    card.disputed.add(paymentId);
    await tell(context, paymentId);
    await tell(context, paymentId);
    card.disputed.delete(paymentId);
    expect(await received()).toEqual([
      { subject: "A donation is disputed", command: `npm run -s admin -- payment ${donationId}` },
    ]);
  });

  it("a payout that failed, with its code", async () => {
    const owner = await addPayee();
    await checkPayee(context, owner.id);
    await approvePayouts(database.db, { name: "ines" }, { reference: owner.id, reason: "known" });
    await received();
    await give(await addRequest(owner), 2_500);
    later(8);
    await housekeeping();
    await askPayout(context, owner, {});
    const [sent] = bank.payouts.values();
    if (sent) bank.come(sent, "failed");
    later(0, 61);
    await housekeeping();
    const [payout] = await payoutsOf(database.db, owner.id);
    const inbox = new Inbox();
    await sendOutbox(database.db, inbox);
    const [message, ...others] = inbox.to(OPERATOR);
    expect(others).toEqual([]);
    expect(message?.subject).toBe("A payout failed");
    for (const told of [payout?.id ?? "?", payout?.failureCode ?? "?", `payouts show ${owner.id}`])
      expect(message?.text).toContain(told);
    for (const personal of [owner.email, owner.username]) expect(message?.html).not.toContain(personal);
  });

  it("a refund that the provider refuses for good", async () => {
    const owner = await addPayee();
    const { donationId: reference } = await give(await addRequest(owner), 1_000);
    vi.spyOn(card, "refundPayment").mockRejectedValue(new RefundRefused("TOO_OLD"));
    await refundPayment(context, { name: "ines" }, { reference, reason: "they asked" });
    expect(await received()).toEqual([
      { subject: "A refund was refused for good", command: `npm run -s admin -- payment ${reference}` },
    ]);
  });
});

describe("a message to the operator", () => {
  const notice = { about: "money_waiting", cause: "a person", reference: "a person" } as const;
  const write = () => database.db.transaction((tx) => writeOperatorMail(tx, { ...notice, at: now() }));

  it("is written once for a cause, also by many at once, and again for another", async () => {
    await Promise.all([write(), write(), write()]);
    expect(await written()).toHaveLength(1);
    await database.db.transaction((tx) => writeOperatorMail(tx, { ...notice, cause: "another", at: now() }));
    expect(await received()).toHaveLength(2);
  });

  it("is in English, says why it comes, and greets nobody", async () => {
    await write();
    const [message] = await sendOutbox(database.db);
    expect(message).toMatchObject({ to: OPERATOR, headers: { "X-Steuntje-Kind": "operator_notice" } });
    expect(message?.html).toContain('lang="en"');
    expect(message?.text).toMatch(/Hello,[\s\S]*Run next:[\s\S]*OPERATOR_MAIL/);
  });

  it("that fails for good or bounces is a dead letter of the operator's, and marks nobody's address", async () => {
    await write();
    const inbox = new Inbox();
    inbox.refuse = () => new MailRefused("550 no such user", true);
    await sendOutbox(database.db, inbox);
    const { failed } = await listMessages(database.db, 10);
    expect(failed).toMatchObject([{ kind: "operator_notice", personId: null }]);
    const id = failed[0]?.id ?? "";
    await database.db.update(mails).set({ state: "sent", address: OPERATOR });
    expect(await handleReport(database.db, { kind: "bounce", mailId: id, at: now() })).toBe("unknown");
  });
});

describe("trust 47: the nightly check", () => {
  const finding = (check: string, rows = 1) => ({ check, rows: Array.from({ length: rows }, () => ({})) });
  const examined = (found: string[], concerns: string[] = []): ProviderFindings => ({
    found: found.map((check) => finding(check)),
    concerns: concerns.map((check) => finding(check)),
    unasked: [],
  });
  const night = (findings: ProviderFindings) => checkNightly(database.db, () => Promise.resolve(findings));
  /** What the mails of a night say was found. */
  const told = async () =>
    (await sendOutbox(database.db)).map(({ text }) => text.match(/(Not so|Worth)[^\n]*/g));

  beforeEach(() => database.db.delete(nightlyChecks));

  it("is made from 03:00 local time by one of several servers, once a day", async () => {
    setClock(() => new Date("2026-11-24T01:59:59Z"));
    expect(await night(examined(["a"]))).toBeNull();
    setClock(() => new Date("2026-11-24T02:00:00Z"));
    const made = await Promise.all(Array.from({ length: 5 }, () => night(examined(["a"]))));
    expect(made.filter((findings) => findings !== null)).toHaveLength(1);
    expect(await written()).toHaveLength(1);
    expect(await night(examined(["b"]))).toBeNull();
    setClock(() => new Date("2026-11-25T02:00:00Z"));
    expect(await night(examined([]))).toEqual([]);
    expect(await written()).toHaveLength(1);
  });

  it("is made by another server an hour after one died in it, or could not examine", async () => {
    setClock(() => new Date("2026-11-24T02:00:00Z"));
    const fails = () => Promise.reject(new Error("no database"));
    await expect(checkNightly(database.db, fails)).rejects.toThrow("no database");
    expect(await told()).toEqual([[expect.stringMatching(/^Not so: the check could be made\s+Error$/)]]);
    expect(await night(examined(["a"]))).toBeNull();
    setClock(() => new Date("2026-11-24T03:00:01Z"));
    expect(await night(examined(["a"]))).toMatchObject([{ check: "a", since: "2026-11-24" }]);
  });

  it("is made once, however long it takes", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const start = Date.parse("2026-11-24T02:00:00Z");
    setClock(() => new Date(start));
    let finish: (findings: ProviderFindings) => void = () => undefined;
    const examine = vi.fn(() => new Promise<ProviderFindings>((resolve) => (finish = resolve)));
    const long = checkNightly(database.db, examine);
    await vi.waitFor(() => expect(examine).toHaveBeenCalled(), 30_000);
    for (let minute = 20; minute <= 180; minute += 20) {
      setClock(() => new Date(start + minute * 60_000));
      await vi.advanceTimersByTimeAsync(20 * 60_000);
      const isRenewed = async () => {
        const [row] = await database.db.select().from(nightlyChecks);
        expect(row?.begunAt.getTime()).toBe(start + minute * 60_000);
      };
      await vi.waitFor(isRenewed, 30_000);
      expect(await night(examined(["another server"]))).toBeNull();
    }
    finish(examined(["a"]));
    expect(await long).toMatchObject([{ check: "a" }]);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it("is not given away by a renewal that arrives after a later one", async () => {
    const [day, at] = ["2026-11-24", new Date("2026-11-24T02:00:00Z")];
    await claimNight(database.db, day, at);
    const later = new Date(at.getTime() + 20 * 60_000);
    await renewNight(database.db, day, later);
    await renewNight(database.db, day, new Date(at.getTime() + 10 * 60_000));
    const [row] = await database.db.select().from(nightlyChecks);
    expect(row?.begunAt).toEqual(later);
  });

  it("says that a provider could not be asked", async () => {
    setClock(() => new Date("2026-11-24T02:00:00Z"));
    await night({ ...examined([]), unasked: [finding("every provider could be asked")] });
    expect(await told()).toEqual([[expect.stringMatching(/^Not so: every provider could be asked\s+1$/)]]);
  });

  it("mentions a finding when it is new or has become more, and then every seventh day as still so", async () => {
    setClock(() => new Date("2026-11-24T02:00:00Z"));
    const nights = [
      examined(["a"], ["b"]),
      examined(["a"], ["b"]),
      { ...examined([]), found: [finding("a", 2)] },
      ...Array.from({ length: 7 }, () => ({ ...examined([]), found: [finding("a", 2)] })),
    ];
    const mails: unknown[] = [];
    for (const [index, findings] of nights.entries()) {
      setClock(() => new Date(Date.parse("2026-11-24T02:00:00Z") + index * 86_400_000));
      await night(findings);
      mails.push(...(await told()).map((text) => [index, text]));
    }
    expect(mails).toEqual([
      [0, [expect.stringMatching(/^Not so: a\s+1$/), expect.stringMatching(/^Worth a look: b\s+1$/)]],
      [2, [expect.stringMatching(/^Not so: a\s+2, still, since 2026-11-24$/)]],
      [9, [expect.stringMatching(/^Not so: a\s+2, still, since 2026-11-24$/)]],
    ]);
  });
});
