import { expect, it, vi } from "vitest";
import type { ShownDonation } from "@/lib/domain/given/schema";
import { readPdf } from "@/tests/support/pdf";

const at = new Date("2026-11-29T12:00:00Z");
const person = { name: "Noor", username: "noor" };
const DONATION: ShownDonation = {
  donationId: "0193a5c0-0000-7000-8000-000000000000",
  request: null,
  amount: 1_000,
  serviceFee: 20,
  total: 1_020,
  method: "card",
  anonymous: false,
  message: null,
  createdAt: "2026-11-28T12:00:00.000Z",
  steps: [],
  canTakeBackUntil: null,
  receiptUrl: "",
  receiptNumber: "R-1",
  left: 1_000,
  isRefundDue: false,
  thanksEmoji: null,
  recipientUsername: "daan",
};

it.each(["America/Los_Angeles", "Pacific/Auckland"])(
  "days are those of the calendar in %s",
  async (timeZone) => {
    const env = { AUTH_SECRET: "a secret for the tests", DATABASE_URL: "postgres://nobody@localhost/none" };
    for (const [name, value] of Object.entries({ ...env, TIME_ZONE: timeZone })) vi.stubEnv(name, value);
    // The environment is read once.
    vi.resetModules();
    const { mailTexts } = await import("@/lib/delivery/translator");
    const [{ receiptPdf }, { statementPdf }] = await Promise.all([import("./receipt"), import("./pdf")]);
    const texts = await mailTexts("en");
    const wordsOf = async (pdf: Promise<Buffer>) => (await readPdf(await pdf)).text.replaceAll("\n", " ");
    expect(await wordsOf(receiptPdf(DONATION, { texts, person, night: "2026-11-28", at }))).toContain(
      "Nov 28, 2026",
    );
    const totals = { received: 0, waiting: 0, onTheWay: 0, inBank: 0, givenBack: 0 };
    const counted = { days: [{ date: "2026-02-03", amount: 500 }], elsewhere: [] };
    const statement = statementPdf({ year: 2026, donations: [], totals }, { texts, person, at, counted });
    expect(await wordsOf(statement)).toContain("Feb 03, 2026");
  },
);
